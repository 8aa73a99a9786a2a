//! The wilayas and communes of Algeria, compiled in from `seed/` and written by `souk-orders migrate`.

use serde::Deserialize;
use serde::de::DeserializeOwned;
use sqlx::PgPool;

const WILAYAS: &str = include_str!("../../seed/wilayas.csv");
const COMMUNES: &str = include_str!("../../seed/communes.csv");

#[derive(Debug, Deserialize)]
struct WilayaRecord {
    code: String,
    iso_code: String,
    name_fr: String,
    name_ar: String,
}

#[derive(Debug, Deserialize)]
struct CommuneRecord {
    code: String,
    wilaya_code: String,
    name_fr: String,
    name_ar: String,
}

/// Brings names up to the files; the shop's own `deliverable` flags stay. May be run any number of times, also while orders are
/// placed: rows that are as the files say are not locked, since orders on their way hold them by their keys.
pub async fn seed(pool: &PgPool) -> anyhow::Result<()> {
    let mut tx = pool.begin().await?;
    let wilayas: Vec<WilayaRecord> = read(WILAYAS)?;
    sqlx::query!(
        "INSERT INTO wilayas (code, iso_code, name, name_ar)
         SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])
         EXCEPT SELECT code, iso_code, name, name_ar FROM wilayas
         ON CONFLICT (code) DO UPDATE
            SET iso_code = excluded.iso_code, name = excluded.name, name_ar = excluded.name_ar",
        &column(&wilayas, |wilaya| &wilaya.code),
        &column(&wilayas, |wilaya| &wilaya.iso_code),
        &column(&wilayas, |wilaya| &wilaya.name_fr),
        &column(&wilayas, |wilaya| &wilaya.name_ar),
    )
    .execute(&mut *tx)
    .await?;
    let communes: Vec<CommuneRecord> = read(COMMUNES)?;
    sqlx::query!(
        "INSERT INTO communes (code, wilaya_code, name, name_ar)
         SELECT * FROM unnest($1::text[], $2::text[], $3::text[], $4::text[])
         EXCEPT SELECT code, wilaya_code, name, name_ar FROM communes
         ON CONFLICT (code) DO UPDATE
            SET wilaya_code = excluded.wilaya_code, name = excluded.name, name_ar = excluded.name_ar",
        &column(&communes, |commune| &commune.code),
        &column(&communes, |commune| &commune.wilaya_code),
        &column(&communes, |commune| &commune.name_fr),
        &column(&communes, |commune| &commune.name_ar),
    )
    .execute(&mut *tx)
    .await?;
    tx.commit().await?;
    Ok(())
}

fn read<T: DeserializeOwned>(file: &str) -> csv::Result<Vec<T>> {
    csv::Reader::from_reader(file.as_bytes()).deserialize().collect()
}

fn column<T>(records: &[T], field: impl Fn(&T) -> &String) -> Vec<String> {
    records.iter().map(|record| field(record).clone()).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn the_files_hold_every_wilaya_and_commune_with_codes_that_fit_together() {
        let wilayas: Vec<WilayaRecord> = read(WILAYAS).expect("wilayas.csv reads");
        let communes: Vec<CommuneRecord> = read(COMMUNES).expect("communes.csv reads");
        assert_eq!((wilayas.len(), communes.len()), (69, 1541));
        let codes: HashSet<&str> = wilayas.iter().map(|wilaya| wilaya.code.as_str()).collect();
        assert!(communes.iter().all(|commune| codes.contains(commune.wilaya_code.as_str())));
    }

    #[test]
    fn a_final_yeh_has_its_dots_but_where_it_is_said_as_an_a() {
        let said_as_a = [
            "الدفلى",
            "الروى",
            "المرسى",
            "الوسرى",
            "الوسطى",
            "بويحيى",
            "سلمى",
            "عيسى",
            "مرسى",
            "مصطفى",
            "موسى",
            "ونسى",
            "يبقى",
            "يحيى",
        ];
        let wilayas: Vec<WilayaRecord> = read(WILAYAS).expect("wilayas.csv reads");
        let communes: Vec<CommuneRecord> = read(COMMUNES).expect("communes.csv reads");
        let names = wilayas.iter().map(|one| &one.name_ar).chain(communes.iter().map(|one| &one.name_ar));
        let words = names.flat_map(|name| name.split_whitespace());
        let wrong: Vec<_> = words.filter(|word| word.ends_with('ى') && !said_as_a.contains(word)).collect();
        assert!(wrong.is_empty(), "{wrong:?}");
    }
}
