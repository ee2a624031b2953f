//! AST generation: from a schedule to loops.

use std::ffi::c_int;

use crate::callback::{self, Env};
use crate::obj::{Out, lists, objects, ops, texts};
use crate::{Ctx, Id, Result, Val, sys};

objects! {
    AstNode(isl_ast_node: isl_ast_node_copy, isl_ast_node_free) "A statement of a generated AST.";
    AstExpr(isl_ast_expr: isl_ast_expr_copy, isl_ast_expr_free) "An expression of a generated AST.";
}

texts! {
    AstNode = isl_ast_node_to_str;
    AstExpr = isl_ast_expr_to_str;
}

lists! {
    AstNode(isl_ast_node_list: isl_ast_node_list_alloc, isl_ast_node_list_add, isl_ast_node_list_copy, isl_ast_node_list_free, isl_ast_node_list_size, isl_ast_node_list_get_at);
    AstExpr(isl_ast_expr_list: isl_ast_expr_list_alloc, isl_ast_expr_list_add, isl_ast_expr_list_copy, isl_ast_expr_list_free, isl_ast_expr_list_size, isl_ast_expr_list_get_at);
}

ops! { AstNode {
    alloc_user(expr: AstExpr) -> AstNode = isl_ast_node_alloc_user;
    block_get_children(&self) -> Vec<AstNode> = isl_ast_node_block_get_children;
    for_get_body(&self) -> AstNode = isl_ast_node_for_get_body;
    for_get_cond(&self) -> AstExpr = isl_ast_node_for_get_cond;
    for_get_inc(&self) -> AstExpr = isl_ast_node_for_get_inc;
    for_get_init(&self) -> AstExpr = isl_ast_node_for_get_init;
    for_get_iterator(&self) -> AstExpr = isl_ast_node_for_get_iterator;
    for_is_degenerate(&self) -> bool = isl_ast_node_for_is_degenerate;
    if_get_cond(&self) -> AstExpr = isl_ast_node_if_get_cond;
    if_get_else_node(&self) -> AstNode = isl_ast_node_if_get_else_node;
    if_get_then_node(&self) -> AstNode = isl_ast_node_if_get_then_node;
    if_has_else_node(&self) -> bool = isl_ast_node_if_has_else_node;
    mark_get_id(&self) -> Id = isl_ast_node_mark_get_id;
    mark_get_node(&self) -> AstNode = isl_ast_node_mark_get_node;
    set_annotation(self, annotation: Id) -> AstNode = isl_ast_node_set_annotation;
    to_list(self) -> Vec<AstNode> = isl_ast_node_to_list;
    user_from_expr(expr: AstExpr) -> AstNode = isl_ast_node_user_from_expr;
    user_get_expr(&self) -> AstExpr = isl_ast_node_user_get_expr;
} }

ops! { AstExpr {
    access(self, indices: Vec<AstExpr>) -> AstExpr = isl_ast_expr_access;
    add(self, expr2: AstExpr) -> AstExpr = isl_ast_expr_add;
    address_of(self) -> AstExpr = isl_ast_expr_address_of;
    and(self, expr2: AstExpr) -> AstExpr = isl_ast_expr_and;
    and_then(self, expr2: AstExpr) -> AstExpr = isl_ast_expr_and_then;
    call(self, arguments: Vec<AstExpr>) -> AstExpr = isl_ast_expr_call;
    div(self, expr2: AstExpr) -> AstExpr = isl_ast_expr_div;
    eq(self, expr2: AstExpr) -> AstExpr = isl_ast_expr_eq;
    from_id(id: Id) -> AstExpr = isl_ast_expr_from_id;
    from_val(v: Val) -> AstExpr = isl_ast_expr_from_val;
    ge(self, expr2: AstExpr) -> AstExpr = isl_ast_expr_ge;
    gt(self, expr2: AstExpr) -> AstExpr = isl_ast_expr_gt;
    id_get_id(&self) -> Id = isl_ast_expr_id_get_id;
    int_get_val(&self) -> Val = isl_ast_expr_int_get_val;
    is_equal(&self, expr2: &AstExpr) -> bool = isl_ast_expr_is_equal;
    le(self, expr2: AstExpr) -> AstExpr = isl_ast_expr_le;
    lt(self, expr2: AstExpr) -> AstExpr = isl_ast_expr_lt;
    mul(self, expr2: AstExpr) -> AstExpr = isl_ast_expr_mul;
    neg(self) -> AstExpr = isl_ast_expr_neg;
    op_get_arg(&self, pos: usize) -> AstExpr = isl_ast_expr_op_get_arg;
    op_get_n_arg(&self) -> usize = isl_ast_expr_op_get_n_arg;
    or(self, expr2: AstExpr) -> AstExpr = isl_ast_expr_or;
    or_else(self, expr2: AstExpr) -> AstExpr = isl_ast_expr_or_else;
    pdiv_q(self, expr2: AstExpr) -> AstExpr = isl_ast_expr_pdiv_q;
    pdiv_r(self, expr2: AstExpr) -> AstExpr = isl_ast_expr_pdiv_r;
    set_op_arg(self, pos: usize, arg: AstExpr) -> AstExpr = isl_ast_expr_set_op_arg;
    sub(self, expr2: AstExpr) -> AstExpr = isl_ast_expr_sub;
    to_list(self) -> Vec<AstExpr> = isl_ast_expr_to_list;
} }

/// What a node of an AST is, with its parts.
#[derive(Debug, Clone)]
pub enum AstNodeData {
    /// `for (iterator = init; cond; iterator += inc) body`.
    For {
        /// The loop variable.
        iterator: AstExpr,
        /// One iteration only: `iterator = init`, and `cond` and `inc` mean nothing.
        degenerate: bool,
        /// First value.
        init: AstExpr,
        /// Goes on while this holds.
        cond: AstExpr,
        /// Step.
        inc: AstExpr,
        /// The body.
        body: AstNode,
    },
    /// `if (guard) then else else_`.
    If {
        /// The condition.
        guard: AstExpr,
        /// If it holds.
        then: AstNode,
        /// If not.
        else_: Option<AstNode>,
    },
    /// Statements in order.
    Block(Vec<AstNode>),
    /// A mark of the schedule tree.
    Mark {
        /// The mark.
        id: Id,
        /// What is marked.
        node: AstNode,
    },
    /// One statement instance: a call expression, unless a callback replaced it.
    User {
        /// The call.
        expr: AstExpr,
    },
}

/// What an expression of an AST is, with its parts.
#[derive(Debug, Clone)]
pub enum AstExprData {
    /// An identifier.
    Id(Id),
    /// A number.
    Int(Val),
    /// An operation.
    Op {
        /// Which.
        kind: AstOp,
        /// Its arguments in order.
        args: Vec<AstExpr>,
    },
}

/// An operation of an AST (`enum isl_ast_expr_op_type`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum AstOp {
    And,
    AndThen,
    Or,
    OrElse,
    Max,
    Min,
    Minus,
    Add,
    Sub,
    Mul,
    /// Exact division.
    Div,
    /// Division rounded towards minus infinity.
    FdivQ,
    /// Division of a non-negative dividend.
    PdivQ,
    /// Remainder of a non-negative dividend.
    PdivR,
    /// Remainder compared with zero only.
    ZdivR,
    Cond,
    Select,
    Eq,
    Le,
    Lt,
    Ge,
    Gt,
    /// The function, then its arguments.
    Call,
    /// The array, then its indices.
    Access,
    Member,
    AddressOf,
}

impl Out<c_int> for AstOp {
    fn out(answer: c_int, ctx: &Ctx) -> Result<AstOp> {
        use AstOp::*;
        // The order of `enum isl_ast_expr_op_type`.
        const OPS: [AstOp; 26] = [
            And, AndThen, Or, OrElse, Max, Min, Minus, Add, Sub, Mul, Div, FdivQ, PdivQ, PdivR, ZdivR, Cond, Select,
            Eq, Le, Lt, Ge, Gt, Call, Access, Member, AddressOf,
        ];
        usize::try_from(answer)
            .ok()
            .and_then(|at| OPS.get(at).copied())
            .ok_or_else(|| ctx.take_error())
    }
}

impl AstExpr {
    /// The expression taken apart.
    pub fn data(&self) -> Result<AstExprData> {
        // SAFETY: the expression is live.
        match unsafe { sys::isl_ast_expr_get_type(self.0.keep()) } {
            0 => Ok(AstExprData::Op {
                kind: self.op_kind()?,
                args: self.op_args()?,
            }),
            1 => self.id_get_id().map(AstExprData::Id),
            2 => self.int_get_val().map(AstExprData::Int),
            _ => Err(self.ctx().take_error()),
        }
    }

    /// The arguments of an operation.
    pub fn op_args(&self) -> Result<Vec<AstExpr>> {
        (0..self.op_get_n_arg()?).map(|at| self.op_get_arg(at)).collect()
    }
}

ops! { AstExpr {
    op_kind(&self) -> AstOp = isl_ast_expr_op_get_type;
    to_c_str(&self) -> String = isl_ast_expr_to_C_str;
} }

ops! { AstNode {
    annotation(&self) -> Option<Id> = isl_ast_node_get_annotation;
    to_c_str(&self) -> String = isl_ast_node_to_C_str;
} }

impl AstNode {
    /// The node taken apart.
    pub fn data(&self) -> Result<AstNodeData> {
        // SAFETY: the node is live.
        match unsafe { sys::isl_ast_node_get_type(self.0.keep()) } {
            1 => Ok(AstNodeData::For {
                iterator: self.for_get_iterator()?,
                degenerate: self.for_is_degenerate()?,
                init: self.for_get_init()?,
                cond: self.for_get_cond()?,
                inc: self.for_get_inc()?,
                body: self.for_get_body()?,
            }),
            2 => Ok(AstNodeData::If {
                guard: self.if_get_cond()?,
                then: self.if_get_then_node()?,
                else_: if self.if_has_else_node()? {
                    Some(self.if_get_else_node()?)
                } else {
                    None
                },
            }),
            3 => self.block_get_children().map(AstNodeData::Block),
            4 => Ok(AstNodeData::Mark {
                id: self.mark_get_id()?,
                node: self.mark_get_node()?,
            }),
            5 => Ok(AstNodeData::User {
                expr: self.user_get_expr()?,
            }),
            _ => Err(self.ctx().take_error()),
        }
    }

    /// Visits this node and what is below, parents first, and goes below a node for which `visit` says so
    /// (`isl_ast_node_foreach_descendant_top_down`).
    pub fn foreach_descendant_top_down(&self, mut visit: impl FnMut(AstNode) -> Result<bool>) -> Result<()> {
        let mut env = Env::new(self.ctx(), &mut visit);
        // SAFETY: the node is live; the trampoline gets the environment it expects, alone.
        let answer = unsafe {
            sys::isl_ast_node_foreach_descendant_top_down(self.0.keep(), callback::visit::<AstNode>, env.user())
        };
        env.finish(answer)
    }

    /// Rewrites this node and what is below, children first (`isl_ast_node_map_descendant_bottom_up`).
    pub fn map_descendant_bottom_up(self, mut rewrite: impl FnMut(AstNode) -> Result<AstNode>) -> Result<AstNode> {
        let ctx = self.ctx().clone();
        let mut env = Env::new(&ctx, &mut rewrite);
        // SAFETY: the node is live and taken over; the trampoline gets the environment it expects, alone.
        let answer = unsafe {
            sys::isl_ast_node_map_descendant_bottom_up(self.0.take(), callback::rewrite::<AstNode>, env.user())
        };
        env.finish(answer)
    }
}
