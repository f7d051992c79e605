export { NumberingModule } from './numbering.module';
export { defaultSeriesRows, openDefaultSeries } from './data/default-series';
export { resolveSeries, type SeriesChoice } from './data/resolve-series';
export { takeNumbers, type TakenNumbers } from './data/take-numbers';
export { fullNumber, type NumberedDocumentType, type Series } from './domain/series';
