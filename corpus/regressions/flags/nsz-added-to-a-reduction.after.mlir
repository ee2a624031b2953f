func.func @f(%a: vector<4xf32>) -> f32 {
  %x = vector.reduction <add>, %a fastmath<nsz> : vector<4xf32> into f32
  return %x : f32 }
