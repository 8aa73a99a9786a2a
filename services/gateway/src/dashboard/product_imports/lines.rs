//! What the lines of a file say, read into the words of the trade. Pure.

use souk_kernel::{Money, TaxRate};
use souk_proto::catalog::v1 as proto;
use uuid::Uuid;

use crate::dashboard::product_columns::Column;
use crate::product_imports::{Fault, FileLine, FileProduct};

const YES: [&str; 7] = ["yes", "true", "1", "oui", "vrai", "active", "نعم"];
const NO: [&str; 9] = ["no", "false", "0", "-1", "non", "faux", "draft", "archived", "لا"];

/// The cells of a line, and what is wrong with them.
struct Cells<'a> {
    line: &'a FileLine,
    faults: Vec<Fault>,
}

/// A product of a file, under the id that it gets if it is new; else all that is wrong with its lines.
pub fn read(id: Uuid, said: &FileProduct) -> Result<proto::FileProduct, Vec<Fault>> {
    let line = FileLine { line: said.line, cells: said.cells.clone() };
    let mut cells = Cells { line: &line, faults: Vec::new() };
    let mut product = product(&mut cells);
    product.new_id = id.to_string();
    let mut faults = cells.faults;
    for line in &said.combinations {
        let mut cells = Cells { line, faults: Vec::new() };
        product.combinations.push(combination(&mut cells));
        faults.append(&mut cells.faults);
    }
    if faults.is_empty() { Ok(product) } else { Err(faults) }
}

fn product(cells: &mut Cells<'_>) -> proto::FileProduct {
    proto::FileProduct {
        new_id: String::new(),
        id: cells.text(Column::Id),
        slug: cells.text(Column::Slug),
        active: cells.yes_no(Column::Active),
        featured: cells.yes_no(Column::Featured),
        on_sale: cells.yes_no(Column::OnSale),
        price_ht: cells.price(Column::PriceHt),
        tax_rate: cells.rate(Column::TaxRate),
        category: cells.text(Column::Category),
        brand: cells.text(Column::Brand),
        texts: ["fr", "ar", "en"].into_iter().filter_map(|language| text(cells, language)).collect(),
        tags: tags(&cells.text(Column::Tags)),
        sku: cells.text(Column::Sku),
        barcode: cells.text(Column::Barcode),
        supply_price_ht: cells.price(Column::SupplyPriceHt),
        wholesale_price_ht: cells.price(Column::WholesalePriceHt),
        wholesale_min_order_quantity: cells.whole(Column::WholesaleMinOrderQuantity),
        weight: cells.whole(Column::Weight),
        height: cells.whole(Column::Height),
        width: cells.whole(Column::Width),
        length: cells.whole(Column::Length),
        minimum_quantity: cells.whole(Column::MinimumQuantity),
        maximum_quantity: cells.whole(Column::MaximumQuantity),
        quantity_step: cells.whole(Column::QuantityStep),
        available_from: cells.text(Column::AvailableFrom),
        combinations: Vec::new(),
        line: cells.line.line,
        pictures: addresses(&cells.text(Column::Images)),
    }
}

fn combination(cells: &mut Cells<'_>) -> proto::FileCombination {
    let option = |(name, value): (Column, Column)| {
        let (attribute, value) = (cells.text(name), cells.text(value));
        (!attribute.is_empty() && !value.is_empty()).then_some(proto::FileOption { attribute, value })
    };
    let options = Column::OPTIONS.into_iter().filter_map(option).collect();
    proto::FileCombination {
        id: cells.text(Column::CombinationId),
        sku: cells.text(Column::Sku),
        barcode: cells.text(Column::Barcode),
        price_ht: cells.price(Column::PriceHt),
        active: cells.yes_no(Column::Active),
        options,
        line: cells.line.line,
        pictures: addresses(&cells.text(Column::Images)),
    }
}

/// What is said in a language; `None` where that is nothing.
fn text(cells: &Cells<'_>, language: &str) -> Option<proto::ProductText> {
    let cell = |field: &str| {
        let column = format!("{field}_{language}").parse::<Column>();
        column.map(|column| cells.text(column)).unwrap_or_default()
    };
    let text = proto::ProductText {
        language: String::new(),
        name: cell("name"),
        short_description: cell("short_description"),
        long_description: cell("description"),
        seo_title: cell("seo_title"),
        seo_description: cell("seo_description"),
    };
    (text != proto::ProductText::default())
        .then(|| proto::ProductText { language: language.to_owned(), ..text })
}

/// Between bars or spaces, and between commas where another address follows: an address may have some in it.
fn addresses(cell: &str) -> Vec<String> {
    let cell = cell.replace(",http", " http");
    let parts = cell.split(|sign: char| sign == '|' || sign.is_whitespace());
    parts.map(|part| part.trim_matches(',')).filter(|part| !part.is_empty()).map(str::to_owned).collect()
}

/// Between bars, or where there are none between commas.
fn tags(cell: &str) -> Vec<String> {
    let separator = if cell.contains('|') { '|' } else { ',' };
    cell.split(separator).map(str::trim).filter(|tag| !tag.is_empty()).map(str::to_owned).collect()
}

impl Cells<'_> {
    fn text(&self, column: Column) -> String {
        self.line.cells.get(column.name()).map(|cell| cell.trim().to_owned()).unwrap_or_default()
    }

    /// What a cell says; `None` of an empty one, and of one that is wrong, which is noted.
    fn read<T>(&mut self, column: Column, rule: &str, read: impl FnOnce(&str) -> Option<T>) -> Option<T> {
        let cell = self.text(column);
        if cell.is_empty() {
            return None;
        }
        let value = read(&cell);
        if value.is_none() {
            let (line, column) = (self.line.line, column.name().to_owned());
            self.faults.push(Fault { line, column, code: rule.to_owned() });
        }
        value
    }

    fn yes_no(&mut self, column: Column) -> Option<bool> {
        self.read(column, "form.validation.yesNo", |cell| {
            let cell = cell.to_lowercase();
            match (YES.contains(&cell.as_str()), NO.contains(&cell.as_str())) {
                (false, false) => None,
                (yes, _) => Some(yes),
            }
        })
    }

    fn price(&mut self, column: Column) -> Option<i64> {
        self.read(column, "form.validation.price", |cell| amount(cell).map(Money::centimes))
    }

    fn rate(&mut self, column: Column) -> Option<u32> {
        self.read(column, "form.validation.rate", |cell| {
            let hundredths = amount(cell.trim_end_matches('%'))?.centimes();
            Some(TaxRate::from_hundredths(u32::try_from(hundredths).ok()?).ok()?.hundredths())
        })
    }

    fn whole(&mut self, column: Column) -> Option<u32> {
        self.read(column, "form.validation.format", |cell| {
            let (whole, decimals) = cell.split_once(['.', ',']).unwrap_or((cell, ""));
            // Three zeros may be thousands: as of an amount, nobody can tell.
            let is_whole = decimals.len() <= 2 && decimals.bytes().all(|digit| digit == b'0');
            if is_whole { whole.parse().ok() } else { None }
        })
    }
}

/// Dinars as people and spreadsheets write them: `1 234,50`, `1,234.50 DA`. With one sign alone that is the decimal one, and more
/// than two digits behind it are no price: nobody can tell whether a thousand was meant.
fn amount(cell: &str) -> Option<Money> {
    let is_number = |sign: &char| sign.is_ascii_digit() || ".,-".contains(*sign);
    let plain: String = cell.chars().filter(is_number).collect();
    let unit: String = cell.chars().filter(|sign| !is_number(sign) && !sign.is_whitespace()).collect();
    if !["", "da", "dzd", "دج"].contains(&unit.to_lowercase().as_str()) {
        return None;
    }
    let (dinars, decimals) = plain.rsplit_once(['.', ',']).unwrap_or((plain.as_str(), "0"));
    let sign = plain[dinars.len()..].chars().next();
    // Thousands are parted by the other sign.
    let is_mixed = dinars.chars().any(|other| Some(other) == sign);
    if is_mixed {
        return None;
    }
    format!("{}.{decimals}", dinars.replace(['.', ','], "")).parse().ok()
}

/// Where in the file a refusal of the catalogue is: its fields are those of the forms.
pub fn fault(said: &FileProduct, sent: &proto::FileProduct, fault: proto::ImportFault) -> Fault {
    let proto::ImportFault { code, field } = fault;
    let (list, at, member) = parts(&field);
    if let (true, Some(line)) = (list == "combinations", at.and_then(|at| said.combinations.get(at))) {
        let column = match member {
            "sku" => Column::Sku,
            "barcode" => Column::Barcode,
            "priceHt" => Column::PriceHt,
            "values" | "optionIds" => Column::Option1Value,
            "pictures" => Column::Images,
            _ => Column::CombinationId,
        };
        return Fault { line: line.line, column: column.name().to_owned(), code };
    }
    let language = at.and_then(|at| sent.texts.get(at)).map_or("fr", |text| text.language.as_str());
    let column = match (list, member) {
        ("texts", member) => Some(text_column(member, language)),
        ("details", member) => details_column(member).map(Column::name).map(str::to_owned),
        ("availableFrom", _) => Some(Column::AvailableFrom.name().to_owned()),
        ("quantityRule", "minimumQuantity") => Some(Column::MinimumQuantity.name().to_owned()),
        ("quantityRule", "maximumQuantity") => Some(Column::MaximumQuantity.name().to_owned()),
        ("quantityRule", "quantityStep") => Some(Column::QuantityStep.name().to_owned()),
        ("id", _) => Some(Column::Id.name().to_owned()),
        ("slug", _) => Some(Column::Slug.name().to_owned()),
        ("sku", _) => Some(Column::Sku.name().to_owned()),
        ("priceHt", _) => Some(Column::PriceHt.name().to_owned()),
        ("tax", _) => Some(Column::TaxRate.name().to_owned()),
        ("categoryId", _) => Some(Column::Category.name().to_owned()),
        ("brandId", _) => Some(Column::Brand.name().to_owned()),
        ("tags", _) => Some(Column::Tags.name().to_owned()),
        ("pictures", _) => Some(Column::Images.name().to_owned()),
        _ => None,
    };
    Fault { line: said.line, column: column.unwrap_or_default(), code }
}

/// `texts[0].name`: what, which of them, its member.
fn parts(field: &str) -> (&str, Option<usize>, &str) {
    let (first, member) = field.split_once('.').unwrap_or((field, ""));
    let (list, at) = first.split_once('[').unwrap_or((first, ""));
    (list, at.trim_end_matches(']').parse().ok(), member)
}

fn text_column(member: &str, language: &str) -> String {
    let field = match member {
        "shortDescription" => "short_description",
        "longDescription" => "description",
        "seoTitle" => "seo_title",
        "seoDescription" => "seo_description",
        _ => "name",
    };
    format!("{field}_{language}")
}

fn details_column(member: &str) -> Option<Column> {
    Some(match member {
        "sku" => Column::Sku,
        "barcode" => Column::Barcode,
        "supplyPriceHt" => Column::SupplyPriceHt,
        "wholeSalePriceHt" => Column::WholesalePriceHt,
        "wholesaleMinOrderQuantity" => Column::WholesaleMinOrderQuantity,
        "weight" => Column::Weight,
        "height" => Column::Height,
        "width" => Column::Width,
        "length" => Column::Length,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn centimes(cell: &str) -> Option<i64> {
        amount(cell).map(Money::centimes)
    }

    #[test]
    fn amounts_are_read_as_people_write_them_and_never_guessed() {
        let read = ["1200", "1200.5", "1 234,50", "1,234.50", "1.234,50 DA", "0,05"].map(centimes);
        let expected = [120_000, 120_050, 123_450, 123_450, 123_450, 5].map(Some);
        assert_eq!(read, expected);
        for wrong in ["1,234", "1.234.567", "12 euros", "abc", "1,2,3", "."] {
            assert_eq!(centimes(wrong), None, "{wrong}");
        }
    }

    fn product_of(cells: &[(&str, &str)], combinations: Vec<FileLine>) -> FileProduct {
        let cells = cells.iter().map(|(column, cell)| ((*column).to_owned(), (*cell).to_owned())).collect();
        FileProduct { line: 2, cells, combinations }
    }

    #[test]
    fn addresses_of_pictures_are_parted_as_shops_part_them() {
        let shops = "https://a.test/1.jpg, https://a.test/b,c.png,http://a.test/2.webp|https://a.test/3\nhttps://a.test/4,";
        let read = [
            "https://a.test/1.jpg",
            "https://a.test/b,c.png",
            "http://a.test/2.webp",
            "https://a.test/3",
            "https://a.test/4",
        ];
        assert_eq!(addresses(shops), read);
        assert!(addresses(" | , ").is_empty());
    }

    #[test]
    fn all_that_is_wrong_is_told_by_line_and_column() {
        let cells = [("price_ht", "cher"), ("active", "peut-être"), ("weight", "1.000"), ("tax_rate", "101")];
        let red = FileLine { line: 3, cells: [("price_ht".to_owned(), "x".to_owned())].into() };
        let faults = read(Uuid::nil(), &product_of(&cells, vec![red])).expect_err("refused");
        let at: Vec<_> = faults.iter().map(|fault| (fault.line, fault.column.as_str())).collect();
        assert_eq!(at, [(2, "active"), (2, "price_ht"), (2, "tax_rate"), (2, "weight"), (3, "price_ht")]);
    }

    #[test]
    fn what_the_catalogue_refuses_is_found_in_the_file() {
        let red = FileLine { line: 7, cells: [("sku".to_owned(), "R".to_owned())].into() };
        let said = product_of(&[("name_ar", "صابون"), ("tags", "a|b, c|")], vec![red]);
        let sent = read(Uuid::nil(), &said).expect("is sound");
        assert_eq!(sent.tags, ["a", "b, c"]);
        let at = |field: &str| {
            let found = fault(&said, &sent, proto::ImportFault { code: String::new(), field: field.into() });
            (found.line, found.column)
        };
        assert_eq!(at("texts[0].longDescription"), (2, "description_ar".to_owned()));
        assert_eq!(at("combinations[0].sku"), (7, "sku".to_owned()));
        assert_eq!(at("pictures"), (2, "images".to_owned()));
        assert_eq!(at("combinations[0].pictures"), (7, "images".to_owned()));
        assert_eq!(at("details.wholeSalePriceHt"), (2, "wholesale_price_ht".to_owned()));
        let minimum = "wholesale_min_order_quantity".to_owned();
        assert_eq!(at("details.wholesaleMinOrderQuantity"), (2, minimum));
        assert_eq!(at("quantityRule.quantityStep"), (2, "quantity_step".to_owned()));
        assert_eq!(at(""), (2, String::new()));
    }
}
