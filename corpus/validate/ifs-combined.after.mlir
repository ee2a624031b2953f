func.func @f(%c: i1) -> (i32, i32) {
  %r:2 = scf.if %c -> (i32, i32) {
    %v = func.call @first() : () -> i32
    %w = func.call @second() : () -> i32
    scf.yield %v, %w : i32, i32
  } else {
    %v = func.call @other() : () -> i32
    %w = func.call @last() : () -> i32
    scf.yield %v, %w : i32, i32
  }
  return %r#0, %r#1 : i32, i32
}
func.func private @first() -> i32
func.func private @other() -> i32
func.func private @second() -> i32
func.func private @last() -> i32
