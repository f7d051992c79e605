export { ReferenceModule } from './reference.module';
export { currencyOf } from './data/currency-of';
export { exchangeRateOn } from './data/exchange-rates';
export { isCountry } from './data/reference-lists';
