//! The few words of a page that are the shop's and not the merchant's, as in `web/messages`.

use souk_kernel::{Day, Language};
use souk_proto::catalog::v1::get_listing_request::Scope;
use time::Date;

use super::route::Personal;

/// A word in the shop's languages.
#[derive(Debug, Clone, Copy)]
pub struct Word {
    pub fr: &'static str,
    pub ar: &'static str,
    pub en: &'static str,
}

pub const HOME: Word = Word { fr: "Accueil", ar: "الرئيسية", en: "Home" };
pub const BLOG: Word = Word { fr: "Blog", ar: "المدونة", en: "Blog" };
pub const BLOG_CATEGORIES: Word =
    Word { fr: "Catégories du blog", ar: "فئات المدونة", en: "Blog categories" };
pub const NO_POSTS: Word =
    Word {
        fr: "Aucun article pour le moment", ar: "لا توجد مقالات حاليًا", en: "No posts for now"
    };
pub const PREVIOUS: Word = Word { fr: "Précédent", ar: "السابق", en: "Previous" };
pub const NEXT: Word = Word { fr: "Suivant", ar: "التالي", en: "Next" };
pub const PAGES: Word = Word { fr: "Pages", ar: "الصفحات", en: "Pages" };
const CART: Word = Word { fr: "Panier", ar: "السلة", en: "Cart" };
const THANKS: Word =
    Word { fr: "Commande enregistrée", ar: "تم تسجيل الطلب", en: "Order recorded" };
pub const TRACK: Word = Word { fr: "Suivre ma commande", ar: "تتبع طلبي", en: "Track my order" };
const PREVIEW: Word = Word { fr: "Aperçu", ar: "معاينة", en: "Preview" };
pub const SEARCH: Word = Word { fr: "Rechercher", ar: "بحث", en: "Search" };
pub const REVIEWS: Word = Word { fr: "Avis", ar: "التقييمات", en: "Reviews" };
pub const MENU: Word = Word { fr: "Menu", ar: "القائمة", en: "Menu" };
pub const BREADCRUMB: Word = Word { fr: "Fil d’Ariane", ar: "مسار التصفح", en: "Breadcrumb" };
pub const NOT_FOUND: Word =
    Word { fr: "Page introuvable", ar: "الصفحة غير موجودة", en: "Page not found" };
/// Of what was taken away for good, as `sf_gone`.
pub const GONE: Word =
    Word {
        fr: "Cette page n’existe plus", ar: "لم تعد هذه الصفحة موجودة", en: "This page no longer exists"
    };
pub const NO_PROMOTION: Word = Word {
    fr: "Cette offre n’est pas en cours",
    ar: "هذا العرض غير سارٍ الآن",
    en: "This offer is not running",
};
const PROMOTION: Word = Word { fr: "Promotion", ar: "عرض خاص", en: "Special offer" };
const NEW: Word = Word { fr: "Nouveautés", ar: "جديدنا", en: "New arrivals" };
const FEATURED: Word = Word { fr: "Sélection", ar: "مختارات", en: "Featured" };

pub const CLOSED: Word = Word { fr: "Boutique fermée", ar: "المتجر مغلق", en: "Shop closed" };
/// Where the merchant says nothing.
pub const CLOSED_TEXT: Word = Word {
    fr: "La boutique est fermée pour maintenance. Revenez un peu plus tard.",
    ar: "المتجر مغلق للصيانة. عد بعد قليل.",
    en: "The shop is closed for maintenance. Please come back a little later.",
};
/// Before the shop's phone.
pub const SCRIPTLESS: Word = Word {
    fr: "Sans JavaScript, commandez depuis la page du produit ou par téléphone :",
    ar: "بدون جافاسكريبت، اطلب من صفحة المنتج أو عبر الهاتف:",
    en: "Without JavaScript, order from the product’s page or by phone:",
};
pub const OFFLINE: Word =
    Word { fr: "Pas de connexion", ar: "لا يوجد اتصال", en: "No connection" };
pub const OFFLINE_TEXT: Word = Word {
    fr: "La page n’est pas arrivée. Vérifiez votre connexion, puis réessayez.",
    ar: "لم تصل الصفحة. تحقق من اتصالك ثم أعد المحاولة.",
    en: "The page did not arrive. Check your connection, then try again.",
};
/// Over what the browser keeps.
pub const KEPT_CART: Word = Word {
    fr: "Votre panier est gardé dans cet appareil",
    ar: "سلتك محفوظة في هذا الجهاز",
    en: "Your cart is kept on this device",
};
pub const RETRY: Word = Word { fr: "Réessayer", ar: "إعادة المحاولة", en: "Try again" };
pub const OPENS_AGAIN: Word =
    Word {
        fr: "Réouverture prévue :", ar: "موعد الفتح المتوقع:", en: "Expected to open again:"
    };
/// Before the searches that find something, where no product has all words of one, as `sf_instead`.
pub const INSTEAD: Word = Word {
    fr: "Aucun produit n’a tout ce que vous cherchez. Essayez :",
    ar: "لا يوجد منتج يضم كل ما تبحث عنه. جرّب:",
    en: "No product has all that you search. Try:",
};
/// Above what isn't published yet, as `sf_draft`.
pub const DRAFT: Word = Word {
    fr: "Brouillon : les clients ne voient pas cette page.",
    ar: "مسودة: لا يرى الزبائن هذه الصفحة.",
    en: "Draft: shoppers don’t see this page.",
};
/// In the place of what a link led to.
pub const DRAFT_OVER: Word = Word {
    fr: "Ce lien d’aperçu n’est plus valable",
    ar: "لم يعد رابط المعاينة هذا صالحًا",
    en: "This preview link is no longer valid",
};
/// Leads to the form where a product is ordered without a script, and is its title.
pub const ORDER_FORM: Word = Word { fr: "Commander", ar: "اطلب", en: "Order" };
/// Before the day from which on a product can be ordered.
const AVAILABLE_FROM: Word =
    Word { fr: "Disponible à partir du", ar: "متوفر ابتداءً من", en: "Available from" };
/// Before the lowest price of the 30 days before a reduction, as `sf_lowest_price`.
pub const LOWEST_PRICE: Word = Word {
    fr: "Prix le plus bas des 30 jours avant la promotion :",
    ar: "أدنى سعر خلال 30 يومًا قبل التخفيض:",
    en: "Lowest price in the 30 days before the offer:",
};

impl Word {
    pub const fn to(self, language: Language) -> &'static str {
        match language {
            Language::Fr => self.fr,
            Language::Ar => self.ar,
            Language::En => self.en,
        }
    }
}

pub const fn personal_title(page: Personal) -> Word {
    match page {
        Personal::Cart => CART,
        Personal::Thanks => THANKS,
        Personal::Track => TRACK,
        Personal::Preview => PREVIEW,
        Personal::Offline => OFFLINE,
    }
}

/// The months of a year, as browsers shorten them.
const MONTHS: [Word; 12] = [
    Word { fr: "janv.", ar: "جانفي", en: "Jan" },
    Word { fr: "févr.", ar: "فيفري", en: "Feb" },
    Word { fr: "mars", ar: "مارس", en: "Mar" },
    Word { fr: "avr.", ar: "أفريل", en: "Apr" },
    Word { fr: "mai", ar: "ماي", en: "May" },
    Word { fr: "juin", ar: "جوان", en: "Jun" },
    Word { fr: "juil.", ar: "جويلية", en: "Jul" },
    Word { fr: "août", ar: "أوت", en: "Aug" },
    Word { fr: "sept.", ar: "سبتمبر", en: "Sept" },
    Word { fr: "oct.", ar: "أكتوبر", en: "Oct" },
    Word { fr: "nov.", ar: "نوفمبر", en: "Nov" },
    Word { fr: "déc.", ar: "ديسمبر", en: "Dec" },
];

/// A day as the app writes it (`web/src/i18n/format.ts`): `1er févr. 2026`.
pub fn day(date: Date, language: Language) -> String {
    let ordinal = if date.day() == 1 && language == Language::Fr { "er" } else { "" };
    let month = MONTHS[usize::from(u8::from(date.month())) - 1].to(language);
    format!("{}{ordinal} {month} {}", date.day(), date.year())
}

/// From when on a product can be ordered, by the day that the catalogue tells.
pub fn available_from(told: &str, language: Language) -> String {
    let day = told.parse::<Day>().map_or_else(|_| told.to_owned(), |told| day(told.date(), language));
    format!("{} {day}", AVAILABLE_FROM.to(language))
}

/// What a list says of itself to search engines when the merchant wrote nothing.
pub fn listing_description(title: &str, shop_name: &str, language: Language) -> String {
    match language {
        Language::Fr => {
            format!("{title} chez {shop_name} : paiement à la livraison.")
        }
        Language::Ar => format!("{title} لدى {shop_name}: الدفع عند الاستلام."),
        Language::En => format!("{title} at {shop_name}: pay on delivery."),
    }
}

/// Title of a search, as `sf_results_for`.
pub fn results_for(words: &str, language: Language) -> String {
    match language {
        Language::Fr => format!("Résultats pour « {words} »"),
        Language::Ar => format!("نتائج البحث عن «{words}»"),
        Language::En => format!("Results for “{words}”"),
    }
}

/// Title of a listing that has no name of its own.
pub const fn listing_title(scope: Scope, language: Language) -> &'static str {
    match scope {
        Scope::New => NEW.to(language),
        Scope::Featured => FEATURED.to(language),
        Scope::Promotion => PROMOTION.to(language),
        _ => SEARCH.to(language),
    }
}
