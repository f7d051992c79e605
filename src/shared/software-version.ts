/** The version of this software, as files name it. */
export { version as softwareVersion } from '../../package.json';
