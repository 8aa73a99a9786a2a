//! Categories, brands with their lines, products with their pictures, collections, promotions, home page and settings.

use serde::Deserialize;
use serde::de::IgnoredAny;
use souk_kernel::{Clock as _, Day, LocalizedText as LocalizedWords, SystemClock};
use souk_proto::catalog::v1 as catalog;
use souk_proto::catalog::v1::attributes_client::AttributesClient;
use souk_proto::catalog::v1::brand_lines_client::BrandLinesClient;
use souk_proto::catalog::v1::brands_client::BrandsClient;
use souk_proto::catalog::v1::categories_client::CategoriesClient;
use souk_proto::catalog::v1::collections_client::CollectionsClient;
use souk_proto::catalog::v1::content_client::ContentClient;
use souk_proto::catalog::v1::feature_sets_client::FeatureSetsClient;
use souk_proto::catalog::v1::features_client::FeaturesClient;
use souk_proto::catalog::v1::products_client::ProductsClient;
use souk_proto::catalog::v1::promotions_client::PromotionsClient;
use souk_proto::common::v1::{LocalizedText, PageRequest};
use souk_rpc::Client;
use time::Duration;
use time::format_description::well_known::Rfc3339;

use crate::data::{self, BrandLine, Product};
use crate::{Shop, ids, wait};

/// Version of the settings that nobody has changed.
const UNTOUCHED: u64 = 1;
/// One in so many products was dearer once.
const DEARER_ONCE: usize = 5;
/// The colour that has a picture.
const PICTURED_COLOR: &str = "Sable";

pub async fn load(shop: &Shop) -> anyhow::Result<()> {
    let client = shop.client("catalog")?;
    load_settings(client.clone()).await?;
    load_features(client.clone()).await?;
    load_feature_sets(client.clone()).await?;
    load_categories(client.clone()).await?;
    load_brands(client.clone()).await?;
    let lines = data::brand_lines()?;
    load_brand_lines(client.clone(), &lines).await?;
    let products = data::products()?;
    load_products(client.clone(), &products, &lines).await?;
    load_option_pictures(client.clone()).await?;
    load_collections(client.clone()).await?;
    load_promotions(client.clone()).await?;
    load_home(client).await?;
    println!("{} products", products.len());
    Ok(())
}

async fn load_settings(client: Client) -> anyhow::Result<()> {
    let mut content = ContentClient::new(client);
    let current = wait::until_known(|| {
        let mut content = content.clone();
        async move { content.get_settings(catalog::GetSettingsRequest {}).await }
    })
    .await?;
    let version = current.into_inner().version;
    if version > UNTOUCHED {
        return Ok(());
    }
    let settings = catalog::Settings {
        version,
        active_add_to_cart: true,
        price_basis: "ht".into(),
        shop_name: Some(words("Souk", "سوق", "Souk")),
        phone: "0560123456".into(),
        promo_messages: vec![
            words(
                "Vous payez à la réception · nous appelons avant chaque envoi",
                "الدفع عند الاستلام · نتصل بك قبل كل إرسال",
                "You pay on delivery · we call before every dispatch",
            ),
            words(
                "Livraison dans les 69 wilayas, chez vous ou au bureau",
                "التوصيل إلى 69 ولاية، إلى البيت أو إلى المكتب",
                "Delivery in all 69 wilayas, to your door or a desk",
            ),
        ],
        opening_hours: Some(words(
            "Nous répondons de 9 h à 19 h, du samedi au jeudi.",
            "نجيبك من التاسعة صباحًا إلى السابعة مساءً، من السبت إلى الخميس.",
            "We answer from 9 a.m. to 7 p.m., Saturday to Thursday.",
        )),
        promises: promises(),
        show_lowest_price: None,
        theme: None,
        logo: None,
        favicon: None,
        icons: Vec::new(),
        cooldown_seconds: None,
        hold_hours: None,
        identity: Some(catalog::ShopIdentity {
            name: "SARL Souk Démonstration".into(),
            address: "12, rue Didouche Mourad, 16000 Alger".into(),
            email: "contact@souk.test".into(),
            rc: "16/00-0000000 B 00".into(),
            nif: "000016000000000".into(),
            nis: "000016000000000".into(),
            ai: "16000000000".into(),
        }),
    };
    content.update_settings(catalog::UpdateSettingsRequest { settings: Some(settings) }).await?;
    Ok(())
}

fn promises() -> Vec<catalog::ShopPromise> {
    let promise = |kind: &str, title, text| catalog::ShopPromise {
        kind: kind.to_owned(),
        title: Some(title),
        text: Some(text),
    };
    vec![
        promise(
            "payment",
            words("Payez à la réception", "ادفع عند الاستلام", "Pay on delivery"),
            words("En espèces, au livreur", "نقدًا للموصّل", "In cash, to the carrier"),
        ),
        promise(
            "delivery",
            words("Chez vous ou au bureau", "إلى منزلك أو إلى المكتب", "To your door or a desk"),
            words("24 à 72 h selon la wilaya", "من 24 إلى 72 ساعة حسب الولاية", "24 to 72 h by wilaya"),
        ),
        promise(
            "call",
            words("Un appel avant l’envoi", "مكالمة قبل الإرسال", "A call before it leaves"),
            words(
                "Rien ne part sans votre accord",
                "لا نرسل شيئًا دون موافقتك",
                "Nothing leaves without your word",
            ),
        ),
        promise(
            "exchange",
            words("Échange sous 7 jours", "استبدال خلال 7 أيام", "Exchange within 7 days"),
            words(
                "Le livreur reprend le produit",
                "يسترجع الموصّل المنتج",
                "The carrier takes the product back",
            ),
        ),
    ]
}

async fn load_categories(client: Client) -> anyhow::Result<()> {
    let mut categories = CategoriesClient::new(client);
    for (position, category) in (1..).zip(data::categories()?) {
        let request = catalog::CreateCategoryRequest {
            id: ids::id("category", &category.slug),
            parent_id: category.parent.map(|parent| ids::id("category", &parent)).unwrap_or_default(),
            slug: category.slug,
            name: Some(data::text(&category.name)),
            position,
            image: data::picture(&category.image)?,
            feature_set_id: category.feature_set.map(|set| ids::id("feature-set", &set)).unwrap_or_default(),
        };
        categories.create_category(request).await?;
    }
    Ok(())
}

async fn load_brands(client: Client) -> anyhow::Result<()> {
    let mut brands = BrandsClient::new(client);
    for brand in data::brands()? {
        let request = catalog::CreateBrandRequest {
            id: ids::id("brand", &brand.name),
            name: brand.name,
            logo: data::picture(&brand.logo)?,
            ..Default::default()
        };
        brands.create_brand(request).await?;
    }
    Ok(())
}

/// What the merchant has made of them stays.
async fn load_brand_lines(client: Client, lines: &[BrandLine]) -> anyhow::Result<()> {
    let mut service = BrandLinesClient::new(client);
    let stored =
        service.list_brand_lines(catalog::ListBrandLinesRequest::default()).await?.into_inner().lines;
    for (position, line) in (1..).zip(lines) {
        let id = line.id();
        if stored.iter().any(|stored| stored.id == id) {
            continue;
        }
        let line = catalog::BrandLine {
            id,
            brand_id: ids::id("brand", &line.brand),
            name: line.name.clone(),
            slug: line.slug.clone(),
            picture: data::picture(&line.picture)?,
            about: Some(data::text(&line.about)),
            position,
            ..Default::default()
        };
        service.save_brand_line(catalog::SaveBrandLineRequest { line: Some(line) }).await?;
    }
    Ok(())
}

/// What the merchant has made of them stays.
async fn load_collections(client: Client) -> anyhow::Result<()> {
    let mut service = CollectionsClient::new(client);
    let all = catalog::ListCollectionsRequest {
        page: Some(PageRequest { page: 1, size: 200 }),
        ..Default::default()
    };
    let stored = service.list_collections(all).await?.into_inner();
    for (position, collection) in (1..).zip(data::collections()?) {
        let id = ids::id("collection", &collection.slug);
        if stored.collections.iter().any(|stored| stored.id == id) {
            continue;
        }
        let picked =
            |slug: &String| catalog::PickedProduct { id: ids::id("product", slug), ..Default::default() };
        let rule = collection.rule.map(|rule| catalog::CollectionRule {
            category_ids: rule.categories.iter().map(|slug| ids::id("category", slug)).collect(),
            price_to: Some(rule.price_to),
            ..Default::default()
        });
        let wanted = catalog::Collection {
            id,
            name: Some(data::text(&collection.name)),
            active: true,
            picture: data::picture(&collection.picture)?,
            about: Some(data::text(&collection.about)),
            position,
            products: collection.products.iter().map(picked).collect(),
            rule,
            slug: collection.slug,
            ..Default::default()
        };
        service.save_collection(catalog::SaveCollectionRequest { collection: Some(wanted) }).await?;
    }
    Ok(())
}

async fn load_features(client: Client) -> anyhow::Result<()> {
    let mut features = FeaturesClient::new(client);
    for (position, feature) in (1..).zip(data::features()?) {
        let option = |name: &LocalizedWords| catalog::FeatureOption {
            id: ids::id("feature-option", &format!("{}/{}", feature.kind, name.fr)),
            name: Some(data::text(name)),
        };
        let request = catalog::CreateFeatureRequest {
            id: ids::id("feature", &feature.kind),
            options: feature.options.iter().map(option).collect(),
            input: feature.input,
            name: Some(data::text(&feature.name)),
            unit: Some(data::text(&feature.unit)),
            position: Some(position),
            kind: feature.kind,
        };
        features.create_feature(request).await?;
    }
    Ok(())
}

/// A set that is there stays as it is.
async fn load_feature_sets(client: Client) -> anyhow::Result<()> {
    let mut service = FeatureSetsClient::new(client);
    let known = service.list_feature_sets(catalog::ListFeatureSetsRequest {}).await?.into_inner().sets;
    for data::FeatureSet { name, features } in data::feature_sets()? {
        let id = ids::id("feature-set", &name);
        if known.iter().any(|set| set.id == id) {
            continue;
        }
        let feature_ids = features.iter().map(|kind| ids::id("feature", kind)).collect();
        let set = catalog::FeatureSet { id, version: 0, name, feature_ids };
        service.save_feature_set(catalog::SaveFeatureSetRequest { set: Some(set) }).await?;
    }
    Ok(())
}

async fn load_products(client: Client, products: &[Product], lines: &[BrandLine]) -> anyhow::Result<()> {
    let mut service = ProductsClient::new(client);
    for (at, product) in products.iter().enumerate() {
        let request = create_request(product, lines);
        if at % DEARER_ONCE == 0 && product.pack_percent_off.is_none() {
            load_dearer(&mut service, request).await?;
        } else {
            service.create_product(request).await?;
        }
        for picture in product.pictures() {
            let request = catalog::AddImageRequest {
                product_id: product.id(),
                content: data::picture(picture)?,
                alt: product.name.fr.clone(),
                combination_ids: product.combinations_shown_by(picture),
            };
            service.add_image(request).await?;
        }
    }
    Ok(())
}

/// Makes a product that was dearer once, so that its prices have a history.
async fn load_dearer(
    service: &mut ProductsClient<Client>,
    request: catalog::CreateProductRequest,
) -> anyhow::Result<()> {
    let price_ht = request.price_ht;
    let dearer = catalog::CreateProductRequest { price_ht: price_ht / 10 * 11, ..request };
    let made = service.create_product(dearer).await?.into_inner();
    if made.version > UNTOUCHED {
        return Ok(());
    }
    let price = catalog::UpdateProductRequest {
        id: made.id,
        version: made.version,
        price_ht: Some(price_ht),
        ..Default::default()
    };
    service.update_product(price).await?;
    Ok(())
}

/// A colour shown by a picture, as a plain one would not show it. What the merchant has made of them stays.
async fn load_option_pictures(client: Client) -> anyhow::Result<()> {
    let mut service = AttributesClient::new(client);
    let attributes =
        service.list_attributes(catalog::ListAttributesRequest {}).await?.into_inner().attributes;
    for mut attribute in attributes.into_iter().filter(|attribute| attribute.kind == "color") {
        if attribute.options.iter().any(|option| option.picture_url.is_some()) {
            continue;
        }
        for option in &mut attribute.options {
            if option.name.as_ref().is_some_and(|name| name.fr == PICTURED_COLOR) {
                option.picture = data::picture("coque-sable")?;
            }
        }
        let edit = catalog::UpdateAttributeRequest {
            id: attribute.id,
            version: attribute.version,
            name: None,
            options: Some(catalog::AttributeOptions { options: attribute.options }),
        };
        service.update_attribute(edit).await?;
    }
    Ok(())
}

fn create_request(product: &Product, lines: &[BrandLine]) -> catalog::CreateProductRequest {
    let line = lines.iter().find(|line| line.products.contains(&product.slug));
    catalog::CreateProductRequest {
        id: product.id(),
        active: true,
        price_ht: product.price_ht,
        tax_rate: product.tax_rate,
        category_id: ids::id("category", &product.category),
        brand_id: ids::id("brand", &product.brand),
        brand_line_id: line.map(BrandLine::id).unwrap_or_default(),
        page: product.page.clone(),
        texts: texts(product),
        combinations: combinations(product),
        pack: pack(product),
        tags: product.tags.iter().filter(|tag| *tag != "featured").cloned().collect(),
        featured: product.tags.iter().any(|tag| tag == "featured"),
        slug: product.slug.clone(),
        features: product.features.iter().map(feature).collect(),
        details: Some(details(product)),
        pack_price: product.pack_percent_off.map(pack_price),
        quantity_rule: product.quantity_rule.map(quantity_rule),
        on_sale: product.on_sale,
        available_from: product.available_in_days.map(day_in).unwrap_or_default(),
    }
}

fn texts(product: &Product) -> Vec<catalog::ProductText> {
    souk_kernel::Language::ALL
        .into_iter()
        .map(|language| catalog::ProductText {
            language: language.code().into(),
            name: product.name.get(language).into(),
            short_description: product.short.get(language).into(),
            long_description: product.long.get(language).into(),
            seo_title: product.name.get(language).into(),
            seo_description: product.short.get(language).into(),
        })
        .collect()
}

fn combinations(product: &Product) -> Vec<catalog::Combination> {
    let Some(attribute) = &product.attribute else { return Vec::new() };
    (1..)
        .zip(&product.combinations)
        .map(|(number, combination)| catalog::Combination {
            id: product.combination_id(&combination.value.fr),
            sku: format!("{}-{number}", sku(product)),
            price_ht: combination.price_ht,
            is_default: combination.default,
            active: true,
            values: vec![catalog::CombinationValue {
                r#type: attribute.kind.clone(),
                type_label: Some(data::text(&attribute.label)),
                value: Some(data::text(&combination.value)),
                color: combination.color.clone(),
                ..Default::default()
            }],
            // Given when the pictures are added.
            image_ids: Vec::new(),
            barcode: barcode(product, number),
        })
        .collect()
}

/// The day of Algiers in so many days.
fn day_in(days: i64) -> String {
    let then = SystemClock.now() + Duration::days(days);
    Day::of(then).map(String::from).unwrap_or_default()
}

fn quantity_rule(data::QuantityRule { minimum, maximum, step }: data::QuantityRule) -> catalog::QuantityRule {
    catalog::QuantityRule { minimum, maximum, step }
}

/// Bought for three fifths of their price, sold to wholesalers for four.
fn details(product: &Product) -> catalog::ProductDetails {
    catalog::ProductDetails {
        sku: sku(product),
        supply_price_ht: product.price_ht / 5 * 3,
        wholesale_price_ht: product.price_ht / 5 * 4,
        wholesale_min_order_quantity: product.wholesale_minimum.unwrap_or_default(),
        ..Default::default()
    }
}

/// An EAN-13 of Algeria (613) that follows from the product's address and the combination's number.
fn barcode(product: &Product, number: u64) -> String {
    let item = product.slug.bytes().fold(number, |sum, byte| (sum * 31 + u64::from(byte)) % 1_000_000_000);
    let digits = format!("613{item:09}");
    let weights = [1, 3].into_iter().cycle();
    let sum: u32 = digits
        .chars()
        .filter_map(|digit| digit.to_digit(10))
        .zip(weights)
        .map(|(digit, weight)| digit * weight)
        .sum();
    format!("{digits}{}", (10 - sum % 10) % 10)
}

/// Three letters of each of the first words of the slug: `AMB-TAS`.
fn sku(product: &Product) -> String {
    let words = product.slug.split('-').filter(|word| word.len() > 2).take(3);
    words.map(|word| word[..3].to_uppercase()).collect::<Vec<_>>().join("-")
}

fn pack(product: &Product) -> Vec<catalog::PackComponent> {
    product
        .pack
        .iter()
        .map(|component| catalog::PackComponent {
            product_id: ids::id("product", &component.product),
            combination_id: component
                .combination
                .as_ref()
                .map(|value| data::combination_id(&component.product, value))
                .unwrap_or_default(),
            quantity: component.quantity,
            chosen: component.choices.is_some(),
            choices: component
                .choices
                .iter()
                .flatten()
                .map(|value| data::combination_id(&component.product, value))
                .collect(),
        })
        .collect()
}

fn pack_price(percent_off: i64) -> catalog::PackPrice {
    catalog::PackPrice { kind: "sum".into(), rule_type: "percentage".into(), value: percent_off * 100 }
}

fn feature(line: &data::FeatureValue) -> catalog::FeatureValue {
    catalog::FeatureValue {
        r#type: line.kind.clone(),
        type_label: Some(data::text(&line.label)),
        value: Some(data::text(&line.value)),
        ..Default::default()
    }
}

async fn load_promotions(client: Client) -> anyhow::Result<()> {
    let mut service = PromotionsClient::new(client);
    let stored = service.list_promotions(catalog::ListPromotionsRequest {}).await?.into_inner().promotions;
    for promotion in promotions()? {
        if stored.iter().all(|stored| stored.id != promotion.id) {
            service.save_promotion(catalog::SavePromotionRequest { promotion: Some(promotion) }).await?;
        }
    }
    Ok(())
}

/// They run for days after the demo is loaded, so that there is a countdown to see.
fn promotions() -> anyhow::Result<Vec<catalog::Promotion>> {
    let argania = ids::id("brand", "Argania");
    let ends_at = (SystemClock.now() + Duration::days(9)).format(&Rfc3339)?;
    let promotion = |name: &str, title, rule_type: &str, value, rule: &str, entity_id| catalog::Promotion {
        id: ids::id("promotion", name),
        ends_at: ends_at.clone(),
        title: Some(title),
        rule_type: rule_type.into(),
        value,
        rule: rule.into(),
        entity_id,
        active: true,
        ..Default::default()
    };
    let product = |slug: &str| ids::id("product", slug);
    let care = promotion(
        "argania",
        words("La semaine du soin", "أسبوع العناية", "Skin care week"),
        "percentage",
        2000,
        "brand",
        argania,
    );
    Ok(vec![
        catalog::Promotion {
            subtitle: Some(words(
                "Crèmes, sérums et huiles d’Argania. La remise est déjà dans le prix affiché.",
                "كريمات وسيروم وزيوت أرغانيا. الخصم محسوب في السعر المعروض.",
                "Creams, serums and oils by Argania. The discount is already in the price shown.",
            )),
            slogan: Some(words(
                "−20 % sur tout le soin Argania",
                "خصم 20 % على كل منتجات أرغانيا",
                "20 % off all Argania care",
            )),
            banner: data::picture("promo")?,
            ..care
        },
        promotion(
            "ambre",
            words("L’ambre à prix doux", "العنبر بسعر مميز", "Amber for less"),
            "percentage",
            2000,
            "product",
            product("ambre-de-tassili"),
        ),
        promotion(
            "pulse",
            words("Pulse nuit", "بالس ليلي", "Pulse night"),
            "amount",
            70_000,
            "product",
            product("ecouteurs-pulse-nuit"),
        ),
    ])
}

/// What the merchant has made of the home page stays.
async fn load_home(client: Client) -> anyhow::Result<()> {
    let content = ContentClient::new(client);
    if !shows_nothing(&content).await? {
        return Ok(());
    }
    for (at, block) in home_blocks()?.into_iter().enumerate() {
        let id = ids::id("home_block", &at.to_string());
        let block = Some(catalog::HomeBlock { id, active: true, ..block });
        content.clone().save_home_block(catalog::SaveHomeBlockRequest { block }).await?;
    }
    Ok(())
}

async fn shows_nothing(content: &ContentClient<Client>) -> anyhow::Result<bool> {
    #[derive(Deserialize)]
    struct Home {
        blocks: Vec<IgnoredAny>,
    }
    let home = wait::until_known(|| {
        let mut content = content.clone();
        async move { content.get_home(catalog::GetHomeRequest { language: "fr".into() }).await }
    })
    .await?;
    let home: Home = serde_json::from_slice(&home.into_inner().json)?;
    Ok(home.blocks.is_empty())
}

fn home_blocks() -> anyhow::Result<Vec<catalog::HomeBlock>> {
    let products = |title, source: &str| catalog::HomeBlock {
        r#type: "products_carousel".into(),
        title: Some(title),
        source: source.into(),
        number: 10,
        ..Default::default()
    };
    let home = format!("category:{}", ids::id("category", "maison"));
    Ok(vec![
        catalog::HomeBlock {
            r#type: "banner".into(),
            title: Some(words(
                "L’ambre, le figuier, la fleur d’oranger",
                "العنبر والتين وزهر البرتقال",
                "Amber, fig and orange blossom",
            )),
            text: Some(words(
                "Des parfums composés à Alger. Choisissez aujourd’hui, payez quand le colis est entre vos mains.",
                "عطور مركبة في الجزائر. اختر اليوم وادفع عندما يصلك الطرد.",
                "Perfumes composed in Algiers. Choose today, pay when the parcel is in your hands.",
            )),
            button: Some(words("Découvrir les parfums", "اكتشف العطور", "Discover perfumes")),
            link: "/catalog/category/parfums".into(),
            image: data::picture("hero-wide")?,
            ..Default::default()
        },
        catalog::HomeBlock {
            r#type: "categories_carousel".into(),
            title: Some(words("Rayons", "الأقسام", "Departments")),
            number: 8,
            ..Default::default()
        },
        products(words("Notre sélection", "مختاراتنا", "Our selection"), "featured"),
        catalog::HomeBlock {
            r#type: "discount_block".into(),
            source: format!("promotion:{}", ids::id("promotion", "argania")),
            title: Some(words(
                "La semaine du soin, −20 % sur Argania",
                "أسبوع العناية، خصم 20 % على أرغانيا",
                "Skin care week, 20 % off Argania",
            )),
            text: Some(words(
                "Crèmes, sérums et huiles. La remise est déjà dans le prix affiché.",
                "كريمات وسيروم وزيوت. الخصم محسوب في السعر المعروض.",
                "Creams, serums and oils. The discount is already in the price shown.",
            )),
            button: Some(words("Voir les produits", "عرض المنتجات", "See the products")),
            ..Default::default()
        },
        catalog::HomeBlock {
            r#type: "text_carousel".into(),
            text: Some(words(
                "Échange sous 7 jours : le livreur reprend le produit\nPaiement en espèces, colis en main\nUne question ? Appelez-nous de 9 h à 19 h",
                "استبدال خلال 7 أيام: يسترجع الموصّل المنتج\nالدفع نقدًا بعد استلام الطرد\nعندك سؤال؟ اتصل بنا من التاسعة صباحًا إلى السابعة مساءً",
                "Exchange within 7 days: the carrier takes the product back\nPay in cash, parcel in hand\nA question? Call us from 9 a.m. to 7 p.m.",
            )),
            ..Default::default()
        },
        products(words("Nouveau cette semaine", "جديد هذا الأسبوع", "New this week"), "new"),
        catalog::HomeBlock {
            r#type: "brand_lines_carousel".into(),
            title: Some(words("Les gammes", "التشكيلات", "Ranges")),
            ..Default::default()
        },
        catalog::HomeBlock {
            r#type: "collection_products".into(),
            source: format!("collection:{}", ids::id("collection", "idees-cadeaux")),
            title: Some(words("Idées cadeaux", "أفكار للهدايا", "Gift ideas")),
            ..Default::default()
        },
        products(words("Pour la maison", "للمنزل", "For the home"), &home),
        catalog::HomeBlock {
            r#type: "tag_products".into(),
            ..products(words("Petites attentions", "لفتات صغيرة", "Little treats"), "tag:cadeau")
        },
        catalog::HomeBlock {
            r#type: "blog_posts_carousel".into(),
            title: Some(words("À lire avant de commander", "للقراءة قبل الطلب", "Before you order")),
            ..Default::default()
        },
        catalog::HomeBlock {
            r#type: "brands_carousel".into(),
            title: Some(words("Nos marques", "علاماتنا", "Our brands")),
            number: 10,
            ..Default::default()
        },
    ])
}

fn words(fr: &str, ar: &str, en: &str) -> LocalizedText {
    LocalizedText { fr: fr.into(), ar: ar.into(), en: en.into() }
}
