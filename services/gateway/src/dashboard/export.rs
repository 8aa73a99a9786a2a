//! Lists as CSV (RFC 4180, but between semicolons, as French spreadsheets split lines), written while they are read: memory holds
//! some rows, however many there are.

use std::borrow::Cow;
use std::io;
use std::time::Duration;

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use csv::{QuoteStyle, Terminator, WriterBuilder};
use futures::{Stream, StreamExt as _, stream};
use http::header::{CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_TYPE};
use http::{HeaderValue, Method};
use souk_kernel::Permission;
use souk_rpc::Kind;

use super::access::Staff;
use crate::limits::OpenFile;
use crate::problem::Problem;
use crate::state::App;

/// The cells of a line.
pub type Row = Vec<String>;

/// Tells spreadsheets that the text is UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xef\xbb\xbf";

/// Before a step that nobody answered is tried again: a service is in its place again, or another replica.
const PAUSES: [Duration; 2] = [Duration::from_secs(1), Duration::from_secs(5)];

/// What a spreadsheet takes for the beginning of a formula, as Chinese and Japanese keyboards write it too.
const FORMULAS: [char; 8] = ['=', '+', '-', '@', '＝', '＋', '－', '＠'];

/// Who takes a file, for as long as it is written.
pub struct Reader {
    app: App,
    staff: Staff,
    needs: Permission,
    _place: OpenFile,
}

impl Reader {
    /// Refuses whoever takes one already, and while too many others do.
    pub fn open(app: App, staff: Staff, needs: Permission) -> Result<Self, Problem> {
        let place = app.limits.file(staff.employee.id)?;
        Ok(Self { app, staff, needs, _place: place })
    }

    /// The reader as they are by now: whose session ended, or who lost the right, reads no further.
    async fn present(&self) -> Result<Staff, Problem> {
        let employee = self.app.staff.present(&self.staff.session).await.map_err(souk_database::failure)?;
        let may = |roles: &[souk_kernel::Role]| roles.iter().any(|role| role.allows(self.needs));
        let employee = employee
            .filter(|employee| may(&employee.roles))
            .ok_or_else(|| Problem::unauthenticated("who began the file may not read it any more"))?;
        let actor = employee.actor().of_request(self.staff.actor.origin.clone());
        Ok(Staff { employee, actor, ..self.staff.clone() })
    }
}

/// The rows of all steps from `after` on, each read when the one before was taken and for who the reader is by then. A step answers what the
/// next goes on after, 0 at the end. One that nobody answers is tried again: what left already would be half a file.
pub fn steps<F>(
    reader: Reader,
    after: u64,
    step: impl Fn(App, Staff, u64) -> F + Send + 'static,
) -> impl Stream<Item = Result<Vec<Row>, Problem>> + Send + 'static
where
    F: Future<Output = Result<(Vec<Row>, u64), Problem>> + Send + 'static,
{
    stream::try_unfold((reader, after, step), |(reader, after, step)| async move {
        if after == 0 {
            return Ok(None);
        }
        let mut pauses = PAUSES.into_iter();
        let (rows, next) = loop {
            let staff = reader.present().await;
            let read = match staff {
                Ok(staff) => step(reader.app.clone(), staff, after).await,
                Err(problem) => Err(problem),
            };
            match (read, pauses.next()) {
                (Err(problem), Some(pause)) if problem.kind() == Kind::Unavailable => {
                    tokio::time::sleep(pause).await;
                }
                (read, _) => break read?,
            }
        };
        Ok(Some((rows, (reader, next, step))))
    })
}

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

/// The answer to HEAD: nothing is read, and nothing leaves.
pub fn head(method: &Method, name: &str, columns: &[&str]) -> Option<Response> {
    (method == Method::HEAD).then(|| file(name, columns, stream::empty()))
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
    let is_formula = cell.trim_start().starts_with(FORMULAS) || cell.starts_with(['\t', '\r']);
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
        let row = ["Nour", "=1+1", " @SUM(A1)", "-2", "＝1", "a \"b\", c", "two\nlines", "x;=cmd()", "نور"]
            .map(str::to_owned);
        let line = lines(&[row.to_vec()]).expect("writes");
        let expected = concat!(
            r#""Nour";"'=1+1";"' @SUM(A1)";"'-2";"'＝1";"a ""b"", c";"two"#,
            "\n",
            r#"lines";"x;=cmd()";"نور""#,
            "\r\n"
        );
        assert_eq!(std::str::from_utf8(&line), Ok(expected));
    }
}
