//! Four invented transporters with tariffs that grow with the distance from Algiers.

use std::collections::HashSet;

use souk_proto::orders::v1 as orders;
use souk_proto::orders::v1::geography_client::GeographyClient;
use souk_proto::orders::v1::transporters_client::TransportersClient;
use souk_rpc::Client;

use crate::{Shop, ids, wait};

/// How a transporter charges, in dinars per zone, and how long it takes.
struct Plan {
    name: &'static str,
    /// To the door, per zone; None where it does not go.
    home: [Option<i64>; 4],
    /// To a desk, per zone.
    desk: [Option<i64>; 4],
    /// Hours from and to, per zone.
    delay: [(u32, u32); 4],
    /// To the door free from so many dinars of goods on, per zone; None where it never is.
    free_from: [Option<i64>; 4],
}

const PLANS: [Plan; 4] = [
    Plan {
        name: "Numidia Express",
        home: [Some(400), Some(550), Some(700), Some(1100)],
        desk: [Some(0), Some(300), Some(400), Some(650)],
        delay: [(24, 24), (24, 48), (48, 72), (72, 120)],
        free_from: [None; 4],
    },
    Plan {
        name: "Rihla Livraison",
        home: [Some(350), Some(500), Some(650), None],
        desk: [Some(250), Some(350), Some(450), None],
        delay: [(24, 48), (48, 72), (48, 96), (0, 0)],
        free_from: [Some(15_000), Some(20_000), Some(25_000), None],
    },
    Plan {
        name: "Sahel Colis",
        home: [Some(450), Some(600), Some(800), Some(1300)],
        desk: [None, None, Some(500), Some(800)],
        delay: [(12, 24), (24, 48), (48, 72), (96, 144)],
        free_from: [None; 4],
    },
    Plan {
        name: "Barid Plus",
        home: [None; 4],
        desk: [Some(200), Some(250), Some(300), Some(450)],
        delay: [(48, 72), (48, 96), (72, 120), (96, 168)],
        free_from: [None; 4],
    },
];

/// The communes of the southernmost wilaya: the demo's shop delivers nothing there.
const CLOSED: [&str; 2] = ["1104", "1107"];

/// The transporters' ids, in the order of the plans.
pub fn transporter_ids() -> Vec<String> {
    PLANS.iter().map(|plan| ids::id("transporter", plan.name)).collect()
}

pub async fn load(shop: &Shop) -> anyhow::Result<()> {
    let client = shop.client("orders")?;
    let geography = GeographyClient::new(client.clone());
    let wilayas = wait::until_known(|| {
        let mut geography = geography.clone();
        async move { geography.list_wilayas(orders::ListWilayasRequest {}).await }
    })
    .await?
    .into_inner()
    .wilayas;
    let mut transporters = TransportersClient::new(client);
    let stored =
        transporters.list_transporters(orders::ListTransportersRequest {}).await?.into_inner().transporters;
    let stored_ids: HashSet<String> = stored.into_iter().map(|transporter| transporter.id).collect();
    for plan in PLANS.iter().filter(|plan| !stored_ids.contains(&ids::id("transporter", plan.name))) {
        let request = orders::SaveTransporterRequest {
            id: ids::id("transporter", plan.name),
            name: plan.name.into(),
            logo: String::new(),
            active: true,
            tariffs: wilayas.iter().flat_map(|wilaya| tariffs(plan, wilaya)).collect(),
            version: 0,
        };
        transporters.save_transporter(request).await?;
    }
    println!("{} transporters", PLANS.len());
    close(geography).await
}

/// Nothing where somebody said already where the shop delivers.
async fn close(mut geography: GeographyClient<Client>) -> anyhow::Result<()> {
    let area = geography.get_delivery_area(orders::GetDeliveryAreaRequest {}).await?.into_inner();
    if area.version > 1 {
        return Ok(());
    }
    let closed = Vec::from(CLOSED.map(str::to_owned));
    let request = orders::SaveDeliveryAreaRequest { version: area.version, closed, ..Default::default() };
    geography.save_delivery_area(request).await?;
    Ok(())
}

fn tariffs(plan: &Plan, wilaya: &orders::Wilaya) -> Vec<orders::Tariff> {
    let zone = zone(&wilaya.id);
    let (delay_min_hours, delay_max_hours) = plan.delay[zone];
    let free_from = plan.free_from[zone].map_or(0, |dinars| dinars * 100);
    let tariff = |delivery_type: &str, dinars: i64, desk_address: String| orders::Tariff {
        wilaya_id: wilaya.id.clone(),
        commune_id: String::new(),
        delivery_type: delivery_type.into(),
        price: dinars * 100,
        delay_min_hours,
        delay_max_hours,
        desk_address,
        free_from: Some(if delivery_type == "home" { free_from } else { 0 }),
    };
    let home = plan.home[zone].map(|price| tariff("home", price, String::new()));
    let desk =
        plan.desk[zone].map(|price| tariff("desk", price, format!("Agence {}, {}", plan.name, wilaya.name)));
    home.into_iter().chain(desk).collect()
}

/// 0 for Algiers and around, 1 for the north, 2 for the highlands, 3 for the south.
fn zone(wilaya: &str) -> usize {
    match wilaya {
        "09" | "16" | "35" | "42" => 0,
        "01" | "08" | "11" | "30" | "33" | "37" | "39" | "45" | "47" | "49" | "50" | "52" | "53" | "54"
        | "55" | "56" | "57" | "58" => 3,
        "03" | "05" | "07" | "12" | "14" | "17" | "20" | "28" | "32" | "34" | "38" | "40" | "51" => 2,
        code if code > "58" => 2,
        _ => 1,
    }
}
