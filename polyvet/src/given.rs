//! What is given with a question.

use polyvet_analysis::extract::ExtractOptions;
use polyvet_verify::certificate::Record;
use polyvet_verify::legality::DEFAULT_BUDGET;
use polyvet_verify::validate::ValidateSettings;

/// What is given with a question: which function it is about, what is known of its parameters, and how much work the
/// answer may take.
#[derive(Clone, Debug)]
pub struct Given {
    /// Only this function of the program.
    pub func: Option<String>,
    /// Parameters with fixed values: `("N", 64)`.
    pub param: Vec<(String, i64)>,
    /// Constraints on the parameters, in isl's notation: `N >= 1 and M = 2*N`.
    pub assume: Vec<String>,
    /// Arguments that may be one buffer (`validate`): `("A", "B")`.
    pub may_alias: Vec<(String, String)>,
    /// isl operations that one answer may take; where they do not suffice the answer is `unknown`.
    pub budget: u64,
    /// Array elements of a run (`validate`).
    pub run_elements: u64,
    /// Whether both programs run on a few small inputs after a proof (`validate`).
    pub cross_check: bool,
    /// Whether a product and a sum may be one operation that rounds once, and the other way round (`validate`).
    pub contract: bool,
    /// Whether a proof comes with the claims that it rests on.
    pub certify: bool,
}

impl Default for Given {
    fn default() -> Given {
        Given {
            func: None,
            param: Vec::new(),
            assume: Vec::new(),
            may_alias: Vec::new(),
            budget: DEFAULT_BUDGET,
            run_elements: ValidateSettings::default().elements,
            cross_check: true,
            contract: false,
            certify: false,
        }
    }
}

impl Given {
    /// How much a validation may use up.
    pub fn settings(&self) -> ValidateSettings {
        ValidateSettings {
            budget: self.budget,
            elements: self.run_elements,
            cross_check: self.cross_check,
        }
    }

    /// Where proofs leave what they rest on.
    pub fn record(&self) -> Record {
        match self.certify {
            true => Record::on(),
            false => Record::off(),
        }
    }

    /// How the model of a function is extracted.
    pub fn options(&self) -> ExtractOptions {
        ExtractOptions {
            assume: self.assume.clone(),
            fixed: self.param.clone(),
            ..ExtractOptions::default()
        }
    }
}
