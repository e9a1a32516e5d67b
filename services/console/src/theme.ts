import { createTheme } from '@mantine/core';

/**
 * Defaults of the components. Colours stand in theme.css: the content security policy lets no style be written into the
 * page, so that everything of Mantine that makes a `<style>` element is switched off here and in console-app.tsx.
 */
export const theme = createTheme({
  primaryColor: 'blue',
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    Modal: {
      defaultProps: {
        lockScroll: false,
        closeButtonProps: { 'aria-label': 'Close' },
        overlayProps: { backgroundOpacity: 0.5 },
      },
    },
    Anchor: { defaultProps: { underline: 'always' } },
  },
});
