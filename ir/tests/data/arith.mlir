func.func @f(%i: i32, %j: i16, %f: f32, %h : f16, %n: index, %v : vector<4xf32>, %c: i1) {
  %0 = arith.trunci %i : i32 to i16
  %1 = arith.truncf %f : f32 to f16
  %aa = arith.truncf %f to_nearest_even fastmath<nnan> : f32 to f16
  %ab = arith.truncf %f fastmath<nnan> : f32 to f16
  %ae = arith.truncf %f downward : f32 to f16
  %2 = arith.extf %h fastmath<nnan> : f16 to f32
  %3 = arith.sitofp %i : i32 to f32
  %4 = arith.uitofp %i : i32 to f32
  %6 = arith.shli %i, %i overflow<nuw, nsw> : i32
  %7 = arith.divui %i, %i exact : i32
  %8 = arith.remsi %i, %i : i32
  %9 = arith.minsi %i, %i : i32
  %10 = arith.negf %f fastmath<fast> : f32
  %11 = arith.minimumf %f, %f : f32
  %12 = arith.minnumf %f, %f : f32
  %13 = arith.remf %f, %f : f32
  %14 = arith.ceildivsi %i, %i : i32
  %15 = arith.floordivsi %i, %i : i32
  %16 = arith.cmpf true, %v, %v fastmath<nnan,reassoc> : vector<4xf32>
  %17 = arith.select %c, %f, %f : f32
  %18 = arith.ori %i, %i {foo} : i32
  %19 = arith.ceildivui %i, %i : i32
  %20 = arith.index_castui %i : i32 to index
  %21 = arith.maximumf %f, %f : f32
  %22 = arith.fptoui %f : f32 to i32
  %25 = math.roundeven %f : f32
  %26 = math.copysign %f, %f : f32
  %27 = math.ipowi %i, %i : i32
  %29 = math.isfinite %f : f32
  %30 = math.ctpop %i : i32
  %31 = math.atan2 %f, %f: f32
  return
}
