declare module 'fold-to-ascii' {
  /** Replaces letters, digits and signs by their ASCII form; characters without one stay. */
  export function foldMaintaining(text: string): string;
}
