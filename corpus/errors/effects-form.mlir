// why:    the attributes that relations become are checked too
// run:    relations
// expect: error
func.func private @scalar(f32) attributes {polyvet.reads = [{arg = 0}]}
func.func private @number(memref<8xf32>) attributes {polyvet.reads = [{arg = 1}]}
func.func private @rank(memref<8x8xf32>, index) attributes {polyvet.writes = [{arg = 0, relation = affine_set<(d0, d1) : (d0 - d1 == 0)>, at = [1]}]}
func.func private @float(memref<8xf32>, f32) attributes {polyvet.writes = [{arg = 0, relation = affine_set<(d0, d1) : (d0 - d1 == 0)>, at = [1]}]}
