/** The API's shapes under the names that people use for them. */
import type { components } from './schema.gen.ts';

type Schemas = components['schemas'];

export type BlogCard = Schemas['BlogCard'];
export type BlogPost = Schemas['BlogPost'];
export type BlogPosts = Schemas['BlogPosts'];
export type CmsPage = Schemas['CmsPage'];
export type Combination = Schemas['Combination'];
export type Commune = Schemas['Commune'];
export type Brand = Schemas['Brand'];
export type Draft = Schemas['Draft'];
export type Discount = Schemas['Discount'];
export type FilterData = Schemas['FilterData'];
export type FacetGroup = Schemas['FacetGroup'];
export type FacetValue = Schemas['FacetValue'];
export type HomeBlock = Schemas['HomeBlock'];
export type HomeModule = Schemas['HomeModule'];
export type ImageSize = Schemas['ImageSize'];
export type Listing = Schemas['Listing'];
export type MenuItem = Schemas['MenuItem'];
export type PackItem = Schemas['PackItem'];
export type ProductCard = Schemas['ProductCard'];
export type ProductImage = Schemas['ProductImage'];
export type ProductPage = Schemas['ProductPage'];
export type Rating = Schemas['Rating'];
export type Review = Schemas['Review'];
export type Settings = Schemas['Settings'];
export type TrackedOrder = Schemas['TrackedOrder'];
export type TransporterOffer = Schemas['TransporterOffer'];
export type Wilaya = Schemas['Wilaya'];
