// why:    `--vector-scale` takes a program on scalable vectors as that of one machine: every command can answer then, and what refutes for one scale can be run again.
// run:    parse --vector-scale 2
// expect: ok
// run:    run --vector-scale 2 --param A.0=9 --param n=9 --arg f=2
// expect: ok
// run:    deps --vector-scale 4
// expect: ok
func.func @scale(%A: memref<?xf32>, %n: index, %f: f32) {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f32
  %scale = vector.vscale
  %step = arith.muli %c4, %scale : index
  %g = vector.broadcast %f : f32 to vector<[4]xf32>
  scf.for %i = %c0 to %n step %step {
    %left = arith.subi %n, %i : index
    %mask = vector.create_mask %left : vector<[4]xi1>
    %x = vector.transfer_read %A[%i], %zero, %mask : memref<?xf32>, vector<[4]xf32>
    %y = arith.mulf %x, %g : vector<[4]xf32>
    vector.transfer_write %y, %A[%i], %mask : vector<[4]xf32>, memref<?xf32>
  }
  return
}
