//! Settings through their gRPC service.

use souk_kernel::Role;
use souk_proto::catalog::v1 as proto;
use souk_proto::catalog::v1::content_server::Content as _;
use souk_rpc::{Actor, Failure, Kind};
use sqlx::PgPool;

use crate::support::{SCHEMA, Shop, by, content, everything, fields, png, staff, text};

#[souk_testkit::test(SCHEMA)]
async fn the_price_basis_changes_every_price_at_once(pool: PgPool) {
    let shop = Shop::open(pool);
    shop.create(shop.new_product("Savon", &shop.category("Bain", "").await)).await;
    let get = async || {
        let request = by(&Actor::shopper(), proto::GetSettingsRequest {});
        shop.content.get_settings(request).await.expect("read").into_inner()
    };
    assert_eq!(shop.page("savon").await.expect("found").price_ht.0.centimes(), 100_000);
    let settings = proto::Settings { price_basis: "ttc".into(), ..get().await };
    let update = async |settings: proto::Settings| {
        let request = proto::UpdateSettingsRequest { settings: Some(settings) };
        let answer = shop.content.update_settings(by(&content(), request)).await;
        answer.map(tonic::Response::into_inner).map_err(Failure::from)
    };
    assert_eq!(update(settings.clone()).await.expect("saved").version, 2);
    let told = shop.events::<proto::SettingsChanged>().await.pop().and_then(|event| event.settings);
    assert_eq!(told, Some(get().await), "orders charges by it");
    let page = shop.page("savon").await.expect("found");
    assert_eq!((page.price_ht.0.centimes(), page.price_basis.as_str()), (119_000, "ttc"));
    let card = &shop.listing(everything()).await.expect("listed").products[0];
    assert_eq!(card.price_ht.0.centimes(), 119_000);

    let stale = proto::Settings { phone: "0550123456".into(), ..settings.clone() };
    assert_eq!(update(stale).await.expect_err("stale").kind, Kind::Conflict);
    let wrong = proto::Settings { price_basis: "net".into(), shop_name: None, ..settings };
    assert_eq!(fields(&update(wrong).await.expect_err("refused")), ["priceBasis", "shopName.fr"]);
    let present = get().await;
    let long = proto::Settings { phone: "0".repeat(301), promo_messages: vec![text(" ")], ..present };
    assert_eq!(fields(&update(long).await.expect_err("refused")), ["phone", "promoMessages[0].fr"]);
}

#[souk_testkit::test(SCHEMA)]
async fn the_merchant_chooses_how_long_orders_wait_within_bounds(pool: PgPool) {
    let shop = Shop::open(pool.clone());
    let request = by(&Actor::shopper(), proto::GetSettingsRequest {});
    let settings = shop.content.get_settings(request).await.expect("read").into_inner();
    assert_eq!((settings.cooldown_seconds, settings.hold_hours), (Some(0), Some(0)), "nothing chosen");
    let update_by = async |actor: &Actor, version: u64, cooldown_seconds, hold_hours| {
        let settings = proto::Settings { version, cooldown_seconds, hold_hours, ..settings.clone() };
        let request = proto::UpdateSettingsRequest { settings: Some(settings) };
        let answer = shop.content.update_settings(by(actor, request)).await;
        answer.map(tonic::Response::into_inner).map_err(Failure::from)
    };
    let admin = staff(Role::Admin);
    let update = async |version: u64, cooldown_seconds: Option<u32>, hold_hours: Option<u32>| {
        update_by(&admin, version, cooldown_seconds, hold_hours).await
    };
    for (cooldown, hold) in [(Some(60), None), (None, Some(1))] {
        let refused = update_by(&content(), settings.version, cooldown, hold).await;
        assert_eq!(refused.expect_err("orders are not theirs").kind, Kind::Forbidden);
    }
    for (cooldown, hold) in [(60, 1), (3_600, 720)] {
        let version = shop.content.get_settings(by(&content(), proto::GetSettingsRequest {})).await;
        let version = version.expect("read").into_inner().version;
        let saved = update(version, Some(cooldown), Some(hold)).await.expect("saved");
        assert_eq!((saved.cooldown_seconds, saved.hold_hours), (Some(cooldown), Some(hold)));
    }
    let told = shop.events::<proto::SettingsChanged>().await.pop().and_then(|event| event.settings);
    let told = told.expect("told");
    assert_eq!((told.cooldown_seconds, told.hold_hours), (Some(3_600), Some(720)), "orders waits by it");
    for (cooldown, hold) in [(9, 721), (3_601, u32::MAX)] {
        let refused = update(told.version, Some(cooldown), Some(hold)).await.expect_err("out of bounds");
        assert_eq!((refused.kind, fields(&refused)), (Kind::Invalid, vec!["cooldownSeconds", "holdHours"]));
    }
    let kept =
        proto::Settings { phone: "0550123456".into(), cooldown_seconds: None, hold_hours: None, ..told };
    let request = proto::UpdateSettingsRequest { settings: Some(kept) };
    let kept = shop.content.update_settings(by(&content(), request)).await.expect("saved").into_inner();
    assert_eq!(
        (kept.cooldown_seconds, kept.hold_hours),
        (Some(3_600), Some(720)),
        "who knows of none keeps them"
    );
    let none = update(kept.version, Some(0), Some(0)).await.expect("saved");
    assert_eq!((none.cooldown_seconds, none.hold_hours), (Some(0), Some(0)), "taken back");
    for wrong in ["cooldown_seconds = 9", "hold_hours = 721"] {
        let set = sqlx::AssertSqlSafe(format!("UPDATE settings SET {wrong}"));
        assert!(sqlx::query(set).execute(&pool).await.is_err(), "{wrong}");
    }
}

#[souk_testkit::test(SCHEMA)]
async fn what_the_merchant_promises_is_his_to_say(pool: PgPool) {
    let shop = Shop::open(pool);
    let request = by(&Actor::shopper(), proto::GetSettingsRequest {});
    let settings = shop.content.get_settings(request).await.expect("read").into_inner();
    assert!(settings.promises.is_empty(), "the program promises nothing by itself");
    let update = async |promises: Vec<proto::ShopPromise>| {
        let settings =
            proto::Settings { promises, opening_hours: Some(text("9 à 19 h")), ..settings.clone() };
        let request = proto::UpdateSettingsRequest { settings: Some(settings) };
        let answer = shop.content.update_settings(by(&content(), request)).await;
        answer.map(tonic::Response::into_inner).map_err(Failure::from)
    };
    let promise = |kind: &str, title: &str| proto::ShopPromise {
        kind: kind.into(),
        title: Some(text(title)),
        text: Some(text("Le livreur reprend le produit")),
    };
    let wrong = update(vec![promise("exchange", "Échange"), promise("gift", "")]).await.expect_err("refused");
    assert_eq!(fields(&wrong), ["promises[1].kind", "promises[1].title.fr"]);
    let many = update(vec![promise("call", "Appel"); 9]).await.expect_err("refused");
    assert_eq!(fields(&many), ["promises"]);
    let wanted = vec![promise("exchange", "Échange sous 7 jours")];
    let saved = update(wanted.clone()).await.expect("saved");
    assert_eq!((saved.promises, saved.opening_hours), (wanted, Some(text("9 à 19 h"))));
}

#[souk_testkit::test(SCHEMA)]
async fn who_sells_is_told_and_kept_by_who_knows_nothing_of_it(pool: PgPool) {
    let shop = Shop::open(pool);
    let request = by(&Actor::shopper(), proto::GetSettingsRequest {});
    let settings = shop.content.get_settings(request).await.expect("read").into_inner();
    assert_eq!(settings.identity, Some(proto::ShopIdentity::default()), "nobody said it yet");
    let update = async |version: u64, identity: Option<proto::ShopIdentity>| {
        let settings = proto::Settings { version, identity, ..settings.clone() };
        let request = proto::UpdateSettingsRequest { settings: Some(settings) };
        let answer = shop.content.update_settings(by(&content(), request)).await;
        answer.map(tonic::Response::into_inner).map_err(Failure::from)
    };
    let identity = proto::ShopIdentity {
        name: "SARL Zahra Cosmétiques".into(),
        address: "12, rue Didouche Mourad, Alger".into(),
        email: "contact@zahra.dz".into(),
        rc: "16/00-1234567 B 21".into(),
        nif: "002116001234567".into(),
        nis: "002116010012345".into(),
        ai: "16012345678".into(),
    };
    let saved = update(settings.version, Some(identity.clone())).await.expect("saved");
    assert_eq!(saved.identity.as_ref(), Some(&identity));
    let entry =
        shop.events::<proto::AuditRecorded>().await.pop().and_then(|event| event.entry).expect("told");
    assert!(entry.after.contains(&identity.nif), "{}", entry.after);
    let kept = proto::Settings { phone: "0550123456".into(), identity: None, ..saved };
    let request = proto::UpdateSettingsRequest { settings: Some(kept) };
    let kept = shop.content.update_settings(by(&content(), request)).await.expect("saved").into_inner();
    assert_eq!(kept.identity.as_ref(), Some(&identity), "who knows of none keeps it");
    let long = "9".repeat(301);
    let wrong = proto::ShopIdentity { email: "contact".into(), rc: long.clone(), name: long, ..identity };
    let refused = update(kept.version, Some(wrong)).await.expect_err("refused");
    assert_eq!(fields(&refused), ["identity.name", "identity.rc", "identity.email"]);
}

#[souk_testkit::test(SCHEMA)]
async fn a_theme_is_kept_by_who_knows_of_none_and_can_be_read(pool: PgPool) {
    let shop = Shop::open(pool);
    let request = by(&Actor::shopper(), proto::GetSettingsRequest {});
    let settings = shop.content.get_settings(request).await.expect("read").into_inner();
    assert_eq!(settings.theme, Some(proto::Theme::default()), "the specification's colours");
    let update = async |settings: proto::Settings| {
        let request = proto::UpdateSettingsRequest { settings: Some(settings) };
        let answer = shop.content.update_settings(by(&content(), request)).await;
        answer.map(tonic::Response::into_inner).map_err(Failure::from)
    };
    let theme = |colors: &[(&str, &str)]| {
        let color = |(variable, color): &(&str, &str)| proto::ThemeColor {
            variable: (*variable).into(),
            color: (*color).into(),
        };
        Some(proto::Theme { colors: colors.iter().map(color).collect() })
    };
    let green = theme(&[("primary", "#0A6B4F"), ("heading", "#222222")]);
    let saved = update(proto::Settings { theme: green, ..settings.clone() }).await.expect("saved");
    assert_eq!(saved.theme, theme(&[("primary", "#0a6b4f")]), "as little as differs");
    let older = proto::Settings { theme: None, phone: "0550123456".into(), ..saved.clone() };
    let kept = update(older).await.expect("saved");
    assert_eq!(kept.theme, saved.theme);

    let wrong = theme(&[("primary", "#ffee00"), ("info", "blue"), ("shadow", "#000000")]);
    let refused = update(proto::Settings { theme: wrong, ..kept.clone() }).await.expect_err("refused");
    assert_eq!(fields(&refused), ["theme.info", "theme", "theme.primary"]);
    let reset = update(proto::Settings { theme: Some(proto::Theme::default()), ..kept }).await;
    assert_eq!(reset.expect("reset").theme, Some(proto::Theme::default()));
}

#[souk_testkit::test(SCHEMA)]
async fn the_logo_and_the_favicon_stay_until_they_are_replaced_or_taken_away(pool: PgPool) {
    let shop = Shop::open(pool);
    let request = by(&Actor::shopper(), proto::GetSettingsRequest {});
    let settings = shop.content.get_settings(request).await.expect("read").into_inner();
    let none = Some(proto::ShopPicture::default());
    assert_eq!((&settings.logo, &settings.favicon), (&none, &none));
    let update = async |settings: proto::Settings| {
        let request = proto::UpdateSettingsRequest { settings: Some(settings) };
        let answer = shop.content.update_settings(by(&content(), request)).await;
        answer.map(tonic::Response::into_inner).map_err(Failure::from)
    };
    let new = |content: Vec<u8>| Some(proto::ShopPicture { content, ..Default::default() });
    let kept = |url: &str| Some(proto::ShopPicture { url: url.into(), ..Default::default() });
    let wanted = proto::Settings { logo: new(wide()), favicon: new(png(1)), ..settings.clone() };
    let saved = update(wanted).await.expect("saved");
    let [logo, favicon] = [&saved.logo, &saved.favicon].map(|one| one.clone().expect("told"));
    assert_eq!((logo.width, logo.height, favicon.width, favicon.height), (480, 240, 160, 160));
    assert!(logo.url.ends_with("-480.jpg") && favicon.url.ends_with("-160.jpg"), "{logo:?} {favicon:?}");
    assert_eq!(logo.content.len(), 0);
    let told = shop.events::<proto::SettingsChanged>().await.pop().and_then(|event| event.settings);
    assert_eq!(told.as_ref(), Some(&saved));

    let older = proto::Settings { logo: None, favicon: None, phone: "0550123456".into(), ..saved.clone() };
    let saved = update(older).await.expect("saved by who knows of no pictures");
    assert_eq!((saved.logo.as_ref(), saved.favicon.as_ref()), (Some(&logo), Some(&favicon)));
    let same = proto::Settings { logo: kept(&logo.url), favicon: new(png(1)), ..saved.clone() };
    assert_eq!(update(same).await.expect("the same again").version, saved.version);

    for (wrong, field, key) in [
        (proto::Settings { favicon: new(wide()), ..saved.clone() }, "favicon", "form.validation.notSquare"),
        (
            proto::Settings { favicon: kept(&logo.url), ..saved.clone() },
            "favicon",
            "form.validation.notSquare",
        ),
        (
            proto::Settings { logo: new(b"<svg/>".to_vec()), ..saved.clone() },
            "logo",
            "form.validation.notAPicture",
        ),
        (
            proto::Settings { logo: new(vec![0; 2_097_153]), ..saved.clone() },
            "logo",
            "form.validation.fileTooLarge",
        ),
    ] {
        let refused = update(wrong).await.expect_err("refused");
        let said: Vec<_> =
            refused.violations.iter().map(|one| (one.field.as_str(), one.key.as_ref())).collect();
        assert_eq!(said, [(field, key)]);
    }
    let bare = update(proto::Settings { logo: none.clone(), ..saved }).await.expect("taken away");
    assert_eq!((&bare.logo, bare.favicon.as_ref()), (&none, Some(&favicon)));
}

/// A picture twice as wide as it is high.
fn wide() -> Vec<u8> {
    let mut bytes = std::io::Cursor::new(Vec::new());
    let picture = image::RgbImage::from_pixel(960, 480, image::Rgb([200, 20, 30]));
    picture.write_to(&mut bytes, image::ImageFormat::Png).expect("encodes");
    bytes.into_inner()
}

#[souk_testkit::test(SCHEMA)]
async fn a_favicon_that_is_large_enough_has_the_files_that_phones_ask_for(pool: PgPool) {
    let shop = Shop::open(pool);
    let request = by(&Actor::shopper(), proto::GetSettingsRequest {});
    let settings = shop.content.get_settings(request).await.expect("read").into_inner();
    let update = async |settings: proto::Settings| {
        let request = proto::UpdateSettingsRequest { settings: Some(settings) };
        shop.content.update_settings(by(&content(), request)).await.expect("saved").into_inner()
    };
    let favicon = |content: Vec<u8>| Some(proto::ShopPicture { content, ..Default::default() });
    let saved = update(proto::Settings { favicon: favicon(png(1)), ..settings }).await;
    let sides: Vec<_> = saved.icons.iter().map(|icon| (icon.width, icon.height)).collect();
    assert_eq!(sides, [(192, 192), (512, 512)]);
    for icon in &saved.icons {
        let file = icon.url.strip_prefix("/media/").expect("a media path");
        let content = std::fs::read(shop.folder.path().join("media").join(file)).expect("stored");
        assert!(content.starts_with(b"\x89PNG"), "{}", icon.url);
    }
    let other = proto::Settings { phone: "0550123456".into(), favicon: None, ..saved.clone() };
    let kept = update(other).await;
    assert_eq!(kept.icons, saved.icons);
    let mut small = Vec::new();
    let picture = image::RgbImage::from_pixel(64, 64, image::Rgb([1, 2, 3]));
    picture.write_to(&mut std::io::Cursor::new(&mut small), image::ImageFormat::Png).expect("encodes");
    let small = update(proto::Settings { favicon: favicon(small), ..kept }).await;
    assert!(small.icons.is_empty() && small.favicon.as_ref().is_some_and(|favicon| favicon.width == 64));
    let again = update(proto::Settings { favicon: favicon(png(1)), ..small }).await;
    let bare = update(proto::Settings { favicon: favicon(Vec::new()), ..again }).await;
    assert!(bare.icons.is_empty());
}

/// What the merchant writes in French stands for what he doesn't write: nothing of ours stays beside it.
#[souk_testkit::test(SCHEMA)]
async fn a_new_shop_is_called_as_its_merchant_says_in_every_language(pool: PgPool) {
    let shop = Shop::open(pool);
    let request = by(&Actor::shopper(), proto::GetSettingsRequest {});
    let settings = shop.content.get_settings(request).await.expect("read").into_inner();
    assert_eq!(settings.shop_name, Some(text("Souk")));
}
