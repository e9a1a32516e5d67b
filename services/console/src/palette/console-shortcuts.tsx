import { lazy, Suspense, useCallback, useEffect, useState } from 'react';
import { NewRecord, type NewKind } from '../layout/new-menu';

/** Loads the palette before it is needed: its first use must not lose a key. */
const PRELOAD_MS = 1_500;

const loadPalette = () => import('./palette');
const Palette = lazy(loadPalette);
const ShortcutsDialog = lazy(() => import('./shortcuts-dialog'));

/** Whether an element takes letters as text, so that they are no shortcut. */
export const takesText = (element: EventTarget | null): boolean =>
  element instanceof HTMLElement && element.closest('input, textarea, select, [contenteditable]') !== null;

/** While the palette loads, keys are text for its field: they neither are shortcuts nor change the page. */
const EarlyKeys = ({ add }: { add(key: string): void }) => {
  useEffect(() => {
    const take = (event: KeyboardEvent): void => {
      if (event.key.length !== 1 || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      event.stopPropagation();
      add(event.key);
    };
    document.addEventListener('keydown', take, true);
    return () => document.removeEventListener('keydown', take, true);
  }, [add]);
  return null;
};

interface Props {
  readonly palette: boolean;
  setPalette(open: boolean): void;
}

/** The palette (Ctrl+K) and the list of shortcuts (?), which load when they are first opened. */
export const ConsoleShortcuts = ({ palette, setPalette }: Props) => {
  const [help, setHelp] = useState(false);
  const [kind, setKind] = useState<NewKind>();
  const [early, setEarly] = useState('');
  const addEarly = useCallback((key: string) => setEarly((typed) => typed + key), []);
  const closePalette = (): void => {
    setEarly('');
    setPalette(false);
  };
  useEffect(() => {
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
  useEffect(() => {
    const react = (event: KeyboardEvent): void => {
      if (event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey)) {
        event.preventDefault();
        setPalette(true);
      }
      if (event.key === '?' && !takesText(event.target)) setHelp(true);
    };
    document.addEventListener('keydown', react);
    return () => document.removeEventListener('keydown', react);
  }, [setPalette]);
  return (
    <Suspense fallback={palette ? <EarlyKeys add={addEarly} /> : null}>
      {palette && <Palette typed={early} onClose={closePalette} create={setKind} />}
      {help && <ShortcutsDialog onClose={() => setHelp(false)} />}
      {kind !== undefined && <NewRecord kind={kind} onClose={() => setKind(undefined)} />}
    </Suspense>
  );
};
