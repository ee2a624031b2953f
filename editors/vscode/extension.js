// Starts `polyvet lsp`; everything else is the server's.
const { workspace } = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = () => {
  const command = workspace.getConfiguration("polyvet").get("path");
  const server = { command, args: ["lsp"] };
  client = new LanguageClient("polyvet", "polyvet", server, { documentSelector: [{ language: "mlir" }] });
  return client.start();
};

exports.deactivate = () => client?.stop();
