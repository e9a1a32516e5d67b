export { oauth } from './feature';
export type { Oauth } from './oauth-parts';
