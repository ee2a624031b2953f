func.func @each(%lane: index, %v: vector<1xf32>) {
  %0 = vector.extract %v[0] : f32 from vector<1xf32>
  "some.event"(%0) : (f32) -> ()
  return
}
