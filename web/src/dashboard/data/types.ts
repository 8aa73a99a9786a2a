/** The gateway's shapes under the names that the dashboard uses for them. */
import type { components } from '@/api/schema.gen.ts';

type Schemas = components['schemas'];

export type Account = Schemas['Account'];
export type Balance = Schemas['Balance'];
export type Brand = Schemas['BrandDetail'];
export type BrandChange = Schemas['BrandChange'];
export type EmployeeAccount = Schemas['EmployeeAccount'];
export type EmployeeDetail = Schemas['EmployeeDetail'];
export type Job = Schemas['JobView'];
export type JournalEntry = Schemas['JournalEntry'];
/** Kinds of things whose changes are told. */
export type LiveKind = Exclude<Schemas['ChangeKind'], 'resync'>;
export type LookupItem = Schemas['LookupItem'];
export type LowStockItem = Schemas['LowStock'];
export type Movement = Schemas['Movement'];
export type OrderDetail = Schemas['OrderDetail'];
export type OrderLine = Schemas['OrderLine'];
export type OrderRow = Schemas['OrderRow'];
export type OrdersBulk = Schemas['OrdersBulk'];
export type PaidOrder = Schemas['PaidOrder'];
export type Product = Schemas['Product'];
export type ProductChange = Schemas['ProductChange'];
export type ProductCombination = Schemas['ProductCombination'];
export type ProductRow = Schemas['ProductRow'];
export type ProductText = Schemas['ProductText'];
export type Promotion = Schemas['PromotionDetail'];
export type PromotionChange = Schemas['PromotionChange'];
export type SavedView = Schemas['SavedView'];
export type SessionView = Schemas['SessionView'];
export type Setup = Schemas['Setup'];
export type ShopSettings = Schemas['ShopSettings'];
export type ShopSettingsChange = Schemas['ShopSettingsChange'];
export type StaffSession = Schemas['StaffSession'];
export type StockRow = Schemas['StockRow'];
export type Summary = Schemas['Summary'];
export type SummaryDay = Schemas['SummaryDay'];
export type TimelineEntry = Schemas['TimelineEntry'];
export type Transporter = Schemas['Transporter'];
export type TariffChange = Schemas['TariffChange'];
export type TransporterChange = Schemas['TransporterChange'];
export type TransporterDetail = Schemas['TransporterDetail'];
export type TransporterPayment = Schemas['TransporterPayment'];
export type UnpaidOrder = Schemas['UnpaidOrder'];
export type ViewScreen = Schemas['Screen'];
export type Warehouse = Schemas['Warehouse'];
export type WarehouseChange = Schemas['WarehouseChange'];
