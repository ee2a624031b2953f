//! Definitions of OpDSL: what they say is what the operations mean, whatever is installed.

use polyvet_ir::linalg::structured;
use polyvet_ir::{AffineExpr, func_named, parse};

#[test]
fn loops_strides_and_payload() {
    let text = "func.func @f(%x: tensor<1x20x3xi32>, %k: tensor<4xi32>, %o: tensor<1x6x3xi32>) -> tensor<1x6x3xi32> {
  %r = linalg.pooling_nwc_max {strides = dense<3> : tensor<1xi64>, dilations = dense<1> : tensor<1xi64>}
    ins(%x, %k : tensor<1x20x3xi32>, tensor<4xi32>) outs(%o : tensor<1x6x3xi32>) -> tensor<1x6x3xi32>
  return %r : tensor<1x6x3xi32>
}";
    let (module, diagnostics) = parse(text);
    assert!(diagnostics.is_empty(), "{diagnostics:?}");
    let func = func_named(&module, "f").expect("a function");
    let body = module.region(module.op(func).regions[0]).blocks[0];
    let pool = structured(&module, module.block(body).ops[0]).expect("it is structured");
    let maps: Vec<_> = pool.maps.iter().map(|map| format!("{:?}", map.results)).collect();
    let (w, k) = (AffineExpr::dim(1), AffineExpr::dim(3));
    let window = w * AffineExpr::Const(3) + k.clone();
    assert_eq!(
        maps,
        [
            format!("{:?}", [AffineExpr::dim(0), window, AffineExpr::dim(2)]),
            format!("{:?}", [k]),
            format!("{:?}", [0, 1, 2].map(AffineExpr::dim)),
        ]
    );
    assert_eq!((pool.inputs.len(), pool.outputs.len()), (2, 1));
    let names: Vec<&str> = { module.block(pool.body).ops.iter() }
        .map(|op| module.op(*op).name.as_str())
        .collect();
    assert_eq!(names, ["arith.maxsi", "linalg.yield"]);
}
