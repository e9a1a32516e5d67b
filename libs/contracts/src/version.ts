// The version of the product is declared once, in the package.json of the workspace.
// eslint-disable-next-line @nx/enforce-module-boundaries
import { version } from '../../../package.json';

/**
 * Version of the product, from the root package.json: the OpenAPI document, the CLI, the SDK, the chart and the images.
 */
export const VERSION: string = version;
