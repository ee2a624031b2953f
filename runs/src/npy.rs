//! Arrays in numpy's `.npy` files, and in `.npz` archives of them.
//!
//! | type here | in the file |
//! | --- | --- |
//! | `f16`, `f32`, `f64` | `<f2`, `<f4`, `<f8` |
//! | `bf16` | `<V2`, as the Python package `ml_dtypes` writes it; `<u2` is read too |
//! | `i1` | `|b1` |
//! | `complex<f32>`, `complex<f64>` | `<c8`, `<c16` |
//! | other integers, `index` | `<i1` .. `<i8` of the next larger width; unsigned ones are read too |
//!
//! Both byte orders and both memory orders are read; little-endian row-major is written. Archives are
//! read with or without compression, as `savez` and `savez_compressed` write them, and written without.

use npyz::{DType, Endianness, NpyFile, Order, TypeChar, TypeStr, WriterBuilder};
use polyvet_interp::{Contents, DataElem, ElementType, Scalar, ScalarType, element_count, for_each_index};
use polyvet_ir::{Dim, FloatKind};
use std::io::{Cursor, Read, Write};
use std::path::{Path, PathBuf};
use zip::result::ZipError;
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipArchive, ZipWriter};

/// Why a file cannot be read or written.
#[derive(Debug, thiserror::Error)]
pub enum NpyError {
    /// The operating system says no.
    #[error("cannot {verb} `{}`: {source}", path.display())]
    Io {
        /// `read` or `write`.
        verb: &'static str,
        /// The file.
        path: PathBuf,
        /// Its reason.
        source: std::io::Error,
    },
    /// It is no `.npy` file, or not all of one.
    #[error("`{}` is not a readable .npy file: {problem}", path.display())]
    Format {
        /// The file.
        path: PathBuf,
        /// What is wrong.
        problem: String,
    },
    /// Another element type.
    #[error("`{}` has elements of type `{found}`, but `{expected}` is needed", path.display())]
    Type {
        /// The file.
        path: PathBuf,
        /// Its type as numpy writes it.
        found: String,
        /// The type the program needs.
        expected: ElementType,
    },
    /// A type that numpy does not have.
    #[error("numpy has no elements of type `{ty}` for `{}`", path.display())]
    Unwritable {
        /// The file.
        path: PathBuf,
        /// The type of the program.
        ty: ElementType,
    },
    /// Another shape.
    #[error("`{}` has the shape {found:?}, but the program has {expected}", path.display())]
    Shape {
        /// The file.
        path: PathBuf,
        /// Its extents.
        found: Vec<i64>,
        /// The type the program needs: `4x?`.
        expected: String,
    },
    /// There is no such array in an archive.
    #[error("`{}` has no array `{name}`", path.display())]
    NoArray {
        /// The archive.
        path: PathBuf,
        /// The array.
        name: String,
    },
    /// A number that the narrow type cannot hold.
    #[error("`{}` has the element {value}, which does not fit `{expected}`", path.display())]
    Range {
        /// The file.
        path: PathBuf,
        /// The number.
        value: i128,
        /// The type the program needs.
        expected: ScalarType,
    },
    /// An element that was never written, or that is symbolic.
    #[error("element {index:?} cannot be written to `{}`: it is {what}", path.display())]
    NoNumber {
        /// The file.
        path: PathBuf,
        /// The element.
        index: Vec<i64>,
        /// `uninitialised` or `symbolic`.
        what: &'static str,
    },
}

/// More bytes than this are not a header.
const HEADER_BYTES_MAX: u64 = 1 << 16;

/// Checks what `npyz` would trust: the length of the header and the number of elements it states.
fn check_header(bytes: &[u8]) -> Result<(), &'static str> {
    let start = if bytes.get(6) == Some(&1) { 10 } else { 12 };
    let size = match bytes.get(8..start) {
        Some([low, high]) => u64::from(u16::from_le_bytes([*low, *high])),
        Some([a, b, c, d]) => u64::from(u32::from_le_bytes([*a, *b, *c, *d])),
        _ => return Err("it is too short"),
    };
    if size > HEADER_BYTES_MAX || size > (bytes.len() - start) as u64 {
        return Err("its header is longer than the file or than 64 KiB");
    }
    let header = String::from_utf8_lossy(&bytes[start..start + size as usize]).into_owned();
    let shape = header.split("shape").nth(1).unwrap_or("");
    let numbers = shape
        .split(|c: char| !c.is_ascii_digit())
        .filter(|digits| !digits.is_empty());
    let count = numbers
        .map(|digits| digits.parse::<u64>().unwrap_or(u64::MAX).max(1))
        .try_fold(1_u64, u64::checked_mul);
    match count {
        Some(count) if count < 1 << 60 => Ok(()),
        _ => Err("its shape has too many elements"),
    }
}

/// Reads a file into extents and row-major elements of type `ty`, which must fit `dims`; of complex numbers real and
/// imaginary part in turn.
///
/// # Errors
/// See [`NpyError`].
pub fn read(path: &Path, elem: impl Into<ElementType>, dims: &[Dim]) -> Result<(Vec<i64>, Vec<Scalar>), NpyError> {
    decode(path, &bytes_of(path)?, elem, dims)
}

fn bytes_of(path: &Path) -> Result<Vec<u8>, NpyError> {
    std::fs::read(path).map_err(|source| NpyError::Io {
        verb: "read",
        path: path.to_owned(),
        source,
    })
}

/// A `.npz` archive: named arrays.
pub struct Archive {
    path: PathBuf,
    members: ZipArchive<Cursor<Vec<u8>>>,
}

impl Archive {
    /// Opens an archive; its arrays are not read yet.
    ///
    /// # Errors
    /// See [`NpyError`].
    pub fn open(path: &Path) -> Result<Archive, NpyError> {
        let members = ZipArchive::new(Cursor::new(bytes_of(path)?)).map_err(|error| archive(path, &error))?;
        Ok(Archive {
            path: path.to_owned(),
            members,
        })
    }

    /// The names of the arrays.
    pub fn names(&self) -> Vec<String> {
        let names = self.members.file_names();
        names
            .filter_map(Result::ok)
            .map(|name| name.strip_suffix(".npy").unwrap_or(&name).to_owned())
            .collect()
    }

    /// Reads an array as [`read`] reads a file.
    ///
    /// # Errors
    /// See [`NpyError`].
    pub fn read(
        &mut self,
        name: &str,
        elem: impl Into<ElementType>,
        dims: &[Dim],
    ) -> Result<(Vec<i64>, Vec<Scalar>), NpyError> {
        let elem = elem.into();
        let member = [format!("{name}.npy"), name.to_owned()]
            .into_iter()
            .find_map(|member| self.members.index_for_name(&member));
        let Some(member) = member else {
            return Err(NpyError::NoArray {
                path: self.path.clone(),
                name: name.to_owned(),
            });
        };
        let mut bytes = Vec::new();
        let file = self
            .members
            .by_index(member)
            .map_err(|error| archive(&self.path, &error))?;
        // A few bytes can be an archive of many zeros: no more is read than the array may have.
        let most = elements_max(dims).saturating_mul(element_bytes(elem));
        let read = file.take(most.saturating_add(HEADER_BYTES_MAX)).read_to_end(&mut bytes);
        read.map_err(|error| NpyError::Format {
            path: self.path.join(name),
            problem: error.to_string(),
        })?;
        decode(&self.path.join(name), &bytes, elem, dims)
    }
}

/// How many elements an array with these extents has at most.
fn elements_max(dims: &[Dim]) -> u64 {
    const DYNAMIC: u64 = 1 << 32;
    let extents = dims.iter().map(|dim| match dim {
        Dim::Static(extent) => *extent,
        _ => DYNAMIC,
    });
    extents.fold(1, u64::saturating_mul)
}

fn archive(path: &Path, error: &ZipError) -> NpyError {
    NpyError::Format {
        path: path.to_owned(),
        problem: error.to_string(),
    }
}

/// The array that the bytes of a file are, as [`read`] reads it; messages call it `path`.
///
/// # Errors
/// See [`NpyError`].
pub fn decode(
    path: &Path,
    bytes: &[u8],
    elem: impl Into<ElementType>,
    dims: &[Dim],
) -> Result<(Vec<i64>, Vec<Scalar>), NpyError> {
    let elem = elem.into();
    let format = |problem: String| NpyError::Format {
        path: path.to_owned(),
        problem,
    };
    check_header(bytes).map_err(|problem| format(problem.to_owned()))?;
    let file = NpyFile::new(bytes).map_err(|error| format(error.to_string()))?;
    let shape: Vec<i64> = file.shape().iter().map(|extent| *extent as i64).collect();
    let fits = |(extent, dim): (&i64, &Dim)| !matches!(dim, Dim::Static(n) if i64::try_from(*n) != Ok(*extent));
    if shape.len() != dims.len() || !shape.iter().zip(dims).all(fits) {
        return Err(NpyError::Shape {
            path: path.to_owned(),
            found: shape,
            expected: show(dims),
        });
    }
    let (descr, order) = (file.dtype(), file.order());
    let DType::Plain(plain) = &descr else {
        return Err(wrong_type(path, &descr, elem));
    };
    let width = plain
        .num_bytes()
        .filter(|_| accepts(elem, plain))
        .ok_or_else(|| wrong_type(path, &descr, elem))?;
    let mut data = Vec::new();
    file.into_inner()
        .read_to_end(&mut data)
        .map_err(|error| format(error.to_string()))?;
    let count = element_count(&shape).unwrap_or(usize::MAX);
    if count.checked_mul(width) != Some(data.len()) {
        return Err(format(format!(
            "{} bytes of data for {count} elements of {width} bytes",
            data.len()
        )));
    }
    let part = (width / elem.parts()).max(1);
    let signed = plain.type_char() == TypeChar::Int;
    let element = |chunk: &[u8]| -> Result<Scalar, NpyError> {
        let join = |bits: u64, byte: &u8| bits << 8 | u64::from(*byte);
        let bits = match plain.endianness() {
            Endianness::Big => chunk.iter().fold(0, join),
            _ => chunk.iter().rev().fold(0, join),
        };
        narrow(path, elem.ty, bits, part as u32 * 8, signed)
    };
    let stored: Vec<Scalar> = data.chunks(part).map(element).collect::<Result<_, _>>()?;
    let values = match order {
        Order::C => stored,
        Order::Fortran => transposed(&shape, &stored, elem.parts()),
    };
    Ok((shape, values))
}

fn wrong_type(path: &Path, found: &DType, expected: ElementType) -> NpyError {
    NpyError::Type {
        path: path.to_owned(),
        found: found.descr().trim_matches('\'').to_owned(),
        expected,
    }
}

fn show(dims: &[Dim]) -> String {
    let each = dims.iter().map(|dim| match dim {
        Dim::Static(extent) => extent.to_string(),
        _ => "?".to_owned(),
    });
    let text = each.collect::<Vec<_>>().join("x");
    if text.is_empty() {
        "a scalar".to_owned()
    } else {
        format!("`{text}`")
    }
}

/// Bytes of an element in a file.
fn element_bytes(elem: ElementType) -> u64 {
    file_bytes(elem.ty) * elem.parts() as u64
}

/// Bytes of a number in a file.
fn file_bytes(ty: ScalarType) -> u64 {
    u64::from(ty.bits().div_ceil(8)).next_power_of_two()
}

fn accepts(elem: ElementType, found: &TypeStr) -> bool {
    if found.size_field() != element_bytes(elem) {
        return false;
    }
    match elem.ty {
        _ if elem.complex => found.type_char() == TypeChar::Complex,
        ScalarType::Float(kind) if !is_of_numpy(kind) => {
            matches!(found.type_char(), TypeChar::RawData | TypeChar::Uint)
        }
        ScalarType::Float(_) => found.type_char() == TypeChar::Float,
        ScalarType::Int(1) => matches!(found.type_char(), TypeChar::Bool | TypeChar::Int | TypeChar::Uint),
        _ => matches!(found.type_char(), TypeChar::Int | TypeChar::Uint),
    }
}

/// Bits of the file as the type of the program, which may have fewer.
fn narrow(path: &Path, ty: ScalarType, bits: u64, file_bits: u32, signed: bool) -> Result<Scalar, NpyError> {
    let result = Scalar::new(ty, bits);
    let unused = 64 - file_bits.clamp(1, 64);
    let value = if signed {
        i128::from(((bits << unused) as i64) >> unused)
    } else {
        i128::from(bits)
    };
    if ty.bits() < file_bits && value != i128::from(result.signed()) && value != i128::from(result.bits) {
        return Err(NpyError::Range {
            path: path.to_owned(),
            value,
            expected: ty,
        });
    }
    Ok(result)
}

/// Row-major order of elements stored with the first dimension innermost.
fn transposed(shape: &[i64], stored: &[Scalar], parts: usize) -> Vec<Scalar> {
    let mut values = Vec::with_capacity(stored.len());
    let _ = for_each_index(shape, |index| {
        let at = index.iter().zip(shape).rev().fold(0, |at, (n, extent)| at * extent + n);
        let at = at as usize * parts;
        values.extend_from_slice(&stored[at..at + parts]);
        Ok::<(), NpyError>(())
    });
    values
}

/// The bytes of an archive of named arrays, for the file `path`.
///
/// # Errors
/// See [`NpyError`].
pub fn encode_archive<'a>(
    path: &Path,
    arrays: impl Iterator<Item = (&'a str, &'a Contents)>,
) -> Result<Vec<u8>, NpyError> {
    let failed = |source: std::io::Error| NpyError::Io {
        verb: "write",
        path: path.to_owned(),
        source,
    };
    let mut archive = ZipWriter::new(Cursor::new(Vec::new()));
    let stored = SimpleFileOptions::default()
        .compression_method(CompressionMethod::Stored)
        .large_file(true);
    for (name, contents) in arrays {
        let bytes = encode(&path.join(name), contents)?;
        let start = archive.start_file(format!("{name}.npy"), stored);
        start.map_err(|error| failed(error.into()))?;
        archive.write_all(&bytes).map_err(failed)?;
    }
    Ok(archive.finish().map_err(|error| failed(error.into()))?.into_inner())
}

/// An array as numpy has it in memory: row-major, little-endian.
pub struct Raw {
    /// The type of its elements: `<f4`.
    pub descr: String,
    /// Extents.
    pub shape: Vec<i64>,
    /// The elements.
    pub data: Vec<u8>,
}

/// The bytes of the `.npy` file `path`.
///
/// # Errors
/// See [`NpyError`]; in particular an element without a number.
pub fn encode(path: &Path, contents: &Contents) -> Result<Vec<u8>, NpyError> {
    let raw = raw(path, contents)?;
    with_header(&raw).map_err(|source| NpyError::Io {
        verb: "write",
        path: path.to_owned(),
        source,
    })
}

/// The elements alone; messages call the array `path`.
///
/// # Errors
/// As [`encode`].
pub fn raw(path: &Path, contents: &Contents) -> Result<Raw, NpyError> {
    let ty = contents.ty.unwrap_or(ScalarType::Float(FloatKind::F64));
    let mut data = Vec::with_capacity(contents.elems.len() * file_bytes(ty) as usize);
    for (n, elem) in contents.elems.iter().enumerate() {
        let what = match elem {
            Some(DataElem::Scalar(value)) => {
                let bits = if ty.is_integer() && ty.bits() > 1 {
                    value.signed() as u64
                } else {
                    value.bits
                };
                data.extend_from_slice(&bits.to_le_bytes()[..file_bytes(ty) as usize]);
                continue;
            }
            Some(DataElem::Abstract { .. }) => "symbolic",
            None => "uninitialised",
        };
        return Err(NpyError::NoNumber {
            path: path.to_owned(),
            index: contents.index_of(n),
            what,
        });
    }
    let elem = ElementType {
        ty,
        complex: contents.complex,
    };
    let complex = matches!(ty, ScalarType::Float(FloatKind::F32 | FloatKind::F64));
    if elem.complex && !complex {
        return Err(NpyError::Unwritable {
            path: path.to_owned(),
            ty: elem,
        });
    }
    let numbers = contents.shape.len() - usize::from(elem.complex);
    Ok(Raw {
        descr: descr(elem),
        shape: contents.shape[..numbers].to_vec(),
        data,
    })
}

/// Whether numpy has the format itself; others are bytes to it.
fn is_of_numpy(kind: FloatKind) -> bool {
    matches!(kind, FloatKind::F16 | FloatKind::F32 | FloatKind::F64)
}

/// The name that numpy has for a type.
fn descr(elem: ElementType) -> String {
    let ty = elem.ty;
    match ty {
        _ if elem.complex => format!("<c{}", element_bytes(elem)),
        ScalarType::Float(kind) if !is_of_numpy(kind) => format!("<V{}", file_bytes(ty)),
        ScalarType::Float(_) => format!("<f{}", file_bytes(ty)),
        ScalarType::Int(1) => "|b1".to_owned(),
        _ if file_bytes(ty) == 1 => "|i1".to_owned(),
        _ => format!("<i{}", file_bytes(ty)),
    }
}

fn with_header(raw: &Raw) -> std::io::Result<Vec<u8>> {
    let descr = { raw.descr.parse() }.map_err(|error| std::io::Error::other(format!("{error}")))?;
    let extents: Vec<u64> = raw.shape.iter().map(|extent| *extent as u64).collect();
    let mut bytes = Vec::with_capacity(raw.data.len() + 128);
    let options = npyz::WriteOptions::new_header_only()
        .dtype(DType::Plain(descr))
        .shape(&extents);
    options.writer(&mut bytes).write_header_only()?;
    bytes.extend_from_slice(&raw.data);
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn write(path: &Path, contents: &Contents) -> Result<(), NpyError> {
        let bytes = encode(path, contents)?;
        std::fs::write(path, bytes).expect("a folder");
        Ok(())
    }

    fn contents(ty: ScalarType, shape: &[i64]) -> Contents {
        let count = element_count(shape).unwrap_or(0) as i64;
        Contents {
            complex: false,
            shape: shape.to_vec(),
            ty: Some(ty),
            elems: (0..count)
                .map(|n| Some(DataElem::Scalar(Scalar::from_i64(ty, n % 2 - n))))
                .collect(),
        }
    }

    #[test]
    fn every_type_comes_back() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let floats = FloatKind::ALL.map(ScalarType::Float);
        let ints = [1, 4, 8, 16, 32, 64].map(ScalarType::Int);
        for ty in floats.into_iter().chain(ints).chain([ScalarType::Index]) {
            for shape in [&[][..], &[3], &[2, 3], &[2, 0]] {
                let path = folder.path().join("x.npy");
                let before = contents(ty, shape);
                write(&path, &before)?;
                let dims = vec![Dim::Dynamic; shape.len()];
                let (found, values) = read(&path, ty, &dims).map_err(|error| format!("{ty}: {error}"))?;
                assert_eq!(found, shape);
                assert_eq!(Some(values), before.scalars(), "{ty}");
            }
        }
        assert_eq!(
            std::fs::read_dir(folder.path())?.count(),
            1,
            "no temporary file is left"
        );
        Ok(())
    }

    #[test]
    fn archives_come_back() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("x.npz");
        let (f32, i8) = (ScalarType::Float(FloatKind::F32), ScalarType::Int(8));
        let (first, second) = (contents(f32, &[2, 3]), contents(i8, &[4]));
        std::fs::write(
            &path,
            encode_archive(&path, [("A", &first), ("n", &second)].into_iter())?,
        )?;
        let mut archive = Archive::open(&path)?;
        assert_eq!(archive.names(), ["A", "n"]);
        assert_eq!(
            archive.read("n", i8, &[Dim::Dynamic])?,
            (vec![4], second.scalars().unwrap_or_default())
        );
        assert_eq!(archive.read("A", f32, &[Dim::Dynamic; 2])?.0, [2, 3]);
        let error = |archive: &mut Archive, name: &str, ty, dims: &[Dim]| {
            archive
                .read(name, ty, dims)
                .err()
                .map_or(String::new(), |error| error.to_string())
        };
        assert!(error(&mut archive, "B", f32, &[]).ends_with("x.npz` has no array `B`"));
        assert!(error(&mut archive, "A", i8, &[Dim::Dynamic; 2]).contains("x.npz/A` has elements of type `<f4`"));
        let bytes = std::fs::read(&path)?;
        for end in 0..bytes.len() {
            std::fs::write(&path, &bytes[..end])?;
            assert!(Archive::open(&path).is_err());
        }
        Ok(())
    }

    #[test]
    fn refuses_with_a_reason() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("a.npy");
        let f32 = ScalarType::Float(FloatKind::F32);
        let mut values = contents(f32, &[2, 3]);
        write(&path, &values)?;
        let error = |ty, dims: &[Dim]| {
            read(&path, ty, dims)
                .err()
                .map_or(String::new(), |error| error.to_string())
        };
        let f64 = ScalarType::Float(FloatKind::F64);
        assert!(error(f64, &[Dim::Dynamic; 2]).contains("elements of type `<f4`, but `f64` is needed"));
        assert!(
            error(f32, &[Dim::Static(2), Dim::Static(4)]).contains("has the shape [2, 3], but the program has `2x4`")
        );
        let bytes = std::fs::read(&path)?;
        std::fs::write(&path, &bytes[..bytes.len() - 1])?;
        assert!(error(f32, &[Dim::Dynamic; 2]).contains("23 bytes of data for 6 elements"));
        for end in 0..bytes.len() {
            std::fs::write(&path, &bytes[..end])?;
            assert!(read(&path, f32, &[Dim::Dynamic; 2]).is_err());
        }
        let text = String::from_utf8_lossy(&bytes).replace("(2, 3)", "(99999999999, 99999999999)");
        std::fs::write(&path, text)?;
        assert!(error(f32, &[Dim::Dynamic; 2]).contains("not a readable .npy file"));
        values.elems[4] = None;
        let problem = write(&path, &values)
            .err()
            .map_or(String::new(), |error| error.to_string());
        assert!(problem.starts_with("element [1, 1] cannot be written to"), "{problem}");
        assert!(problem.ends_with("it is uninitialised"), "{problem}");
        Ok(())
    }

    #[test]
    fn reads_other_orders() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("f.npy");
        let descr = DType::Plain(">i2".parse()?);
        let options = npyz::WriteOptions::new_header_only()
            .dtype(descr)
            .shape(&[2, 3])
            .order(Order::Fortran);
        let mut file = std::fs::File::create(&path)?;
        options.writer(&mut file).write_header_only()?;
        file.write_all(&[0, 1, 0, 4, 0, 2, 0, 5, 0, 3, 0xff, 0xff])?;
        let (_, values) = read(&path, ScalarType::Int(16), &[Dim::Dynamic; 2])?;
        assert_eq!(
            values.iter().map(|value| value.signed()).collect::<Vec<_>>(),
            [1, 2, 3, 4, 5, -1]
        );
        Ok(())
    }
}
