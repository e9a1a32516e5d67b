/** The pseudo-locale as JSON, from build/pseudo-locale-module.ts. */
declare module 'virtual:pseudo-locale' {
  const json: string;
  export default json;
}
