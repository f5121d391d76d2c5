import { reactRouter } from '@react-router/dev/vite'
import { defineConfig } from 'vite'

/** The parts of Mantine that open pages stand on. The rest comes with the signed-in area. */
const openParts = [
  ...['ActionIcon', 'Anchor', 'Badge', 'Button', 'Card', 'CloseButton', 'Combobox/use-combobox', 'Container', 'Flex', 'Grid', 'Group'],
  ...['Image', 'Input', 'InputBase', 'Loader', 'Paper', 'SimpleGrid', 'Stack', 'Text', 'TextInput', 'Textarea', 'ThemeIcon'],
  ...['Title', 'Transition', 'Typography', 'UnstyledButton', 'VisuallyHidden'],
].join('|')

/** Few files: over HTTP/1.1 fifty small ones cost a phone seconds. A group takes along what its modules import. */
const groups = [
  { name: 'icons', test: /@tabler/, priority: 10, minShareCount: 2 },
  { name: 'react', test: /node_modules[\\/](react|react-dom|scheduler|react-router)[\\/]/, priority: 9 },
  { name: 'ui', test: new RegExp(`@mantine[\\\\/](hooks|core[\\\\/]esm[\\\\/](core|components[\\\\/](${openParts})))[\\\\/]|node_modules[\\\\/]clsx`), priority: 8 },
  { name: 'open', test: /apps[\\/]web[\\/]app[\\/](kit[\\/](page|text|languages|session)|features[\\/]home[\\/]layout)|contract[\\/]src[\\/]roles/, priority: 8 },
  { name: 'app', test: /node_modules[\\/](@mantine[\\/](core|form|notifications|modals|spotlight|store)|@floating-ui|@tanstack|react-remove-scroll|react-transition-group|react-number-format|use-)/, priority: 7 },
]

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [reactRouter()],
  // The `imports` of package.json, whose endings Node leaves to who reads them.
  resolve: { alias: [{ find: /^#(kit|ui)\//, replacement: `${import.meta.dirname}/app/$1/` }] },
  optimizeDeps: {
    include: ['@mantine/core', '@mantine/form', '@mantine/hooks', '@mantine/modals', '@mantine/notifications', '@mantine/spotlight', '@tanstack/react-query'],
  },
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    ...(isSsrBuild ? {} : { rolldownOptions: { output: { codeSplitting: { groups } } } }),
  },
}))
