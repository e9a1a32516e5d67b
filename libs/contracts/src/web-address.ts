/** The problem of a field that is shown as a link: only http and https are. No problem without a value. */
export const listAddressProblems = (field: string, address: string | undefined): string[] => {
  if (!address) return [];
  const protocol = URL.canParse(address) ? new URL(address).protocol : '';
  if (protocol === 'https:' || protocol === 'http:') return [];
  return [`Field '${field}' must be a web address that begins with https:// or http://.`];
};
