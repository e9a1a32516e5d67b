const TYPES: Readonly<Record<string, string>> = { csv: 'text/csv', json: 'application/json' };

/** Saves a text as a file of the user. */
export const downloadText = (name: string, text: string): void => {
  const type = TYPES[name.split('.').at(-1) ?? ''] ?? 'text/plain';
  const url = URL.createObjectURL(new Blob([text], { type: `${type};charset=utf-8` }));
  const link = Object.assign(document.createElement('a'), { href: url, download: name });
  link.click();
  URL.revokeObjectURL(url);
};
