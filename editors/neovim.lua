-- Neovim 0.11 or later, in init.lua
vim.filetype.add({ extension = { mlir = "mlir" } })
vim.lsp.config("polyvet", {
  cmd = { "polyvet", "lsp" },
  filetypes = { "mlir" },
  root_markers = { ".git" },
})
vim.lsp.enable("polyvet")
vim.api.nvim_create_autocmd("LspAttach", {
  callback = function(event)
    local client = vim.lsp.get_client_by_id(event.data.client_id)
    if client and client.name == "polyvet" then
      vim.lsp.inlay_hint.enable(true, { bufnr = event.buf })
      vim.lsp.codelens.refresh({ bufnr = event.buf })
    end
  end,
})
