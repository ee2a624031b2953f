// why:    in the second branch calls change places
// run:    validate %after
// expect: refuted
func.func @f(%c: i1) -> (i32, i32) {
  %r = scf.if %c -> i32 {
    %v = func.call @first() : () -> i32
    scf.yield %v : i32
  } else {
    %v = func.call @other() : () -> i32
    scf.yield %v : i32
  }
  %s = scf.if %c -> i32 {
    %v = func.call @second() : () -> i32
    scf.yield %v : i32
  } else {
    %v = func.call @last() : () -> i32
    scf.yield %v : i32
  }
  return %r, %s : i32, i32
}
func.func private @first() -> i32
func.func private @other() -> i32
func.func private @second() -> i32
func.func private @last() -> i32
