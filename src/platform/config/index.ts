export { Config, readConfig, type ConfigValues } from './config';
export { StartupError } from './startup-error';
