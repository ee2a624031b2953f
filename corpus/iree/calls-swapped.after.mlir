util.func private @log(f32)
util.func public @main(%x: f32, %y: f32) {
  util.call @log(%y) : (f32) -> ()
  util.call @log(%x) : (f32) -> ()
  util.return
}
