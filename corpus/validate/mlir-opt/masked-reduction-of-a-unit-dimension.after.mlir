func.func @sum(%arg0: vector<2x1xf32>, %arg1: vector<2xf32>, %arg2: vector<2x1xi1>) -> vector<2xf32> {
  %0 = vector.shape_cast %arg2 : vector<2x1xi1> to vector<2xi1>
  %1 = vector.shape_cast %arg0 : vector<2x1xf32> to vector<2xf32>
  %2 = arith.addf %arg1, %1 : vector<2xf32>
  %3 = arith.select %0, %2, %1 : vector<2xi1>, vector<2xf32>
  return %3 : vector<2xf32>
}

