// why:    `@b::@f` calls the `@g` of its own module, which reads the `@t` of its own module
// run:    run --func b::f
// expect: ok
module @a {
  memref.global @t : memref<1xf32> = dense<1.0>
  func.func private @g() -> f32 {
    %t = memref.get_global @t : memref<1xf32>
    %v = affine.load %t[0] : memref<1xf32>
    return %v : f32
  }
  func.func @f() -> f32 {
    %r = call @g() : () -> f32
    return %r : f32
  }
}
module @b {
  memref.global @t : memref<1xf32> = dense<2.0>
  func.func private @g() -> f32 {
    %t = memref.get_global @t : memref<1xf32>
    %v = affine.load %t[0] : memref<1xf32>
    return %v : f32
  }
  func.func @f() -> f32 {
    %r = call @g() : () -> f32
    return %r : f32
  }
}
