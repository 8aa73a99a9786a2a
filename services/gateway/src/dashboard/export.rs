//! Lists as CSV (RFC 4180, but between semicolons, as French spreadsheets split lines), written while they are read: memory holds
//! some rows, however many there are.

use std::borrow::Cow;
use std::io;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use csv::{QuoteStyle, Terminator, WriterBuilder};
use futures::{Stream, StreamExt as _, stream};
use http::HeaderValue;
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};

use crate::problem::Problem;

/// The cells of a line.
pub type Row = Vec<String>;

/// Tells spreadsheets that the text is UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// The file `<name>.csv`: a line of names, then the rows as they come. What fails on the way cuts the answer, so that half a file
/// is not taken for a whole one.
pub fn file(
    name: &str,
    columns: &[&str],
    rows: impl Stream<Item = Result<Vec<Row>, Problem>> + Send + 'static,
) -> Response {
    let head = columns.iter().map(|column| (*column).to_owned()).collect();
    let head = stream::iter([Ok(Bytes::from_static(BYTE_ORDER_MARK)), lines(&[head])]);
    let rows = rows.map(|rows| lines(&rows.map_err(|problem| io::Error::other(problem.code().to_owned()))?));
    let file = head.chain(rows);
    let mut response = Response::new(Body::from_stream(file));
    let headers = response.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    if let Ok(value) = HeaderValue::try_from(format!("attachment; filename=\"{name}.csv\"")) {
        headers.insert(CONTENT_DISPOSITION, value);
    }
    response
}

/// With two decimals, as of hundredths of a percent.
pub fn dinars(centimes: i64) -> String {
    let (sign, amount) = (if centimes < 0 { "-" } else { "" }, centimes.unsigned_abs());
    format!("{sign}{}.{:02}", amount / 100, amount % 100)
}

fn lines(rows: &[Row]) -> io::Result<Bytes> {
    let mut writer = WriterBuilder::new()
        .delimiter(b';')
        .quote_style(QuoteStyle::Always)
        .terminator(Terminator::CRLF)
        .from_writer(Vec::new());
    for row in rows {
        writer.write_record(row.iter().map(|cell| text(cell).into_owned()))?;
    }
    writer.into_inner().map(Bytes::from).map_err(csv::IntoInnerError::into_error)
}

/// A cell as every reader takes it for text: what a spreadsheet would work out as a formula begins with an apostrophe.
fn text(cell: &str) -> Cow<'_, str> {
    let is_formula = cell.trim_start().starts_with(['=', '+', '-', '@']) || cell.starts_with(['\t', '\r']);
    if is_formula { format!("'{cell}").into() } else { cell.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn amounts_have_two_decimals() {
        assert_eq!([0, 5, 123_450].map(dinars), ["0.00", "0.05", "1234.50"]);
    }

    #[test]
    fn no_cell_is_a_formula_and_none_breaks_its_line() {
        let row = ["Nour", "=1+1", " @SUM(A1)", "-2", "a \"b\", c", "two\nlines", "x;=cmd()", "نور"]
            .map(str::to_owned);
        let line = lines(&[row.to_vec()]).expect("writes");
        let expected = concat!(
            r#""Nour";"'=1+1";"' @SUM(A1)";"'-2";"a ""b"", c";"two"#,
            "\n",
            r#"lines";"x;=cmd()";"نور""#,
            "\r\n"
        );
        assert_eq!(std::str::from_utf8(&line), Ok(expected));
    }
}
