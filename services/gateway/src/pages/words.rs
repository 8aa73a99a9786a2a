//! The few words of a page that are the shop's and not the merchant's, as in `web/messages`.

use souk_kernel::Language;
use souk_proto::catalog::v1::get_listing_request::Scope;

/// A word in the shop's languages.
#[derive(Debug, Clone, Copy)]
pub struct Word {
    fr: &'static str,
    ar: &'static str,
    en: &'static str,
}

pub const HOME: Word = Word { fr: "Accueil", ar: "الرئيسية", en: "Home" };
pub const SEARCH: Word = Word { fr: "Rechercher", ar: "بحث", en: "Search" };
pub const MENU: Word = Word { fr: "Menu", ar: "القائمة", en: "Menu" };
pub const BREADCRUMB: Word = Word { fr: "Fil d’Ariane", ar: "مسار التصفح", en: "Breadcrumb" };
pub const NOT_FOUND: Word =
    Word { fr: "Page introuvable", ar: "الصفحة غير موجودة", en: "Page not found" };
const NEW: Word = Word { fr: "Nouveautés", ar: "جديدنا", en: "New" };
const FEATURED: Word = Word { fr: "Sélection", ar: "مختارات", en: "Featured" };

impl Word {
    pub const fn to(self, language: Language) -> &'static str {
        match language {
            Language::Fr => self.fr,
            Language::Ar => self.ar,
            Language::En => self.en,
        }
    }
}

/// Title of a listing that has no name of its own.
pub const fn listing_title(scope: Scope, language: Language) -> &'static str {
    match scope {
        Scope::New => NEW.to(language),
        Scope::Featured => FEATURED.to(language),
        _ => SEARCH.to(language),
    }
}
