import { reactRouter } from '@react-router/dev/vite'
import { defineConfig, type Plugin } from 'vite'
import { leanLibraries, withoutNames } from './scripts/lean.ts'

const source = (path: string) => new RegExp(path.replaceAll('/', '[\\\\/]'))

/** Icons of the home page and of the layout of open pages. */
const openIcons = 'AddressBook|Compass|FileText|Flag|FolderShare|Moon|Notes|RosetteDiscountCheck|Route|Sun|Users'

/** Components that the forms of open pages use. */
const formParts = 'ActionIcon|Button|CloseButton|Input|InputBase|Loader|TextInput|Title|Transition|UnstyledButton|VisuallyHidden'

/** Components that only the forms of records use. */
const inputParts = 'LoadingOverlay|Textarea'

/**
 * Used by every signed-in page: the layout, lists, records and server state. A group includes the components that its modules import; a component
 * on few screens belongs to those. Small modules that forms and other parts share are listed here; otherwise other pages would load the forms.
 */
const frame = [
  'node_modules/@tanstack/(?!.*[qQ]ueries)|node_modules/@mantine/(core/esm/(core/utils/(get-env|get-safe-id|primitive))|hooks/esm/(utils|use-debounced-(callback|value)))/|icons/Icon(Check|Circle|CircleCheck)\\.',
  'apps/web/app/(kit/(?!api/(severalCalls|upload)|browser/(offlineStore|recents))|ui/(list/(?!EditableCell|MoveButtons)|entity/(useFields|useEditing)|page/(?!floatingParts|useOutsidePress|toast|Toasts|usePrint|OpenField|lazyPublicPart|open.module)|view/view.module|form/calendar.module|record/(?!DetailPage|FailedRecord|History|Neighbours)|values/(?!Chart|chart|LegendText|RelativeTime))|platform/(shell/(?!ShortcutList|SwitchedOff|UsedParts|useUpdates)|notification/notification.module)|crm/(useCurrentDay|bulk/lazyBulk|company/CompanyLink|meetingReport/meetingReport.labels)|SignedIn)',
  'contract/src/(?!countr|kit/(conditions|view|custom|number|history)|crm/((bulk/(fileImport|bulk)|calendar)\\.constants|matchWords)|trust/campaign\\.constants|drive/item\\.constants|site/contentLink|platform/settingCatalogue|site/\\w+\\.(constants|feedback|scores)|.+\\.fields)',
]

/** Lists that have views: shared by ten screens. */
const lists =
  'apps/web/app/(crm/(contact/useContactEditing|project/useProjectEditing)|ui/(view/(ViewedList|useListView|ListTools)|entity/useCustom)|' +
  'crm/(merge/MergeButtons|fileImport/MassUploadButton))|contract/src/(kit/(view\\.ts|custom/custom\\.fields)|crm/bulk/merge.constants)'

/** The page of a record: its facts, tabs and history. */
const records =
  'apps/web/app/(ui/record/(DetailPage|FailedRecord|History|Neighbours)|' +
  'crm/(record/(RecordTabs|RecordHead|tabs.module)|merge/mergeRecords|Timeline\\.|timeline.module))|' +
  '@mantine/core/esm/components/(Tabs|SegmentedControl|FloatingIndicator)/'

/** Loaded after a signed-in page has mounted: its notifications, what opens the search, and what watches for entries of fair mode. */
const live = 'apps/web/app/(platform/notification/(?!NotificationList)|operations/(LateParts|SearchLayer))'

/** Loaded once somebody moves the pointer or presses a key, and with forms: menus and popovers of buttons and inputs, their positioning code, checkboxes, and drafts. */
const floating =
  'node_modules/@floating-ui/|apps/web/app/ui/(form/(Picker|Restored|SavingFields|SearchSelect|searchOptions|Calendar|useStoredDraft)|page/(floatingParts|useOutsidePress)|values/RelativeTime)|' +
  '@mantine/core/esm/(components/(Checkbox|Combobox|FocusTrap|Menu|MultiSelect|Pill|PillsInput|Popover|Portal|ScrollArea|Select|Tooltip)|utils/(Floating|InlineInput|InputsGroupFieldset))/'

/**
 * Keeps the number of files low: over HTTP/1.1 fifty small ones cost a phone seconds. A group includes what its modules import, so the smaller
 * groups have priority: every page loads ui and open; open pages with a form load parts; the signed-in area loads all of them, and app; its lists
 * load lists; what a page loads after mounting is live, and what it loads at the first interaction is floating.
 */
const groups = [
  {
    name: 'ui',
    test: source(
      'rolldown/runtime|node_modules/(react|react-dom|scheduler|react-router)/|' +
        `@mantine/core/esm/core/(?!utils/)|node_modules/clsx|icons-react/dist/esm/(createReactComponent|icons/Icon(${openIcons})\\.)`,
    ),
    priority: 9,
  },
  {
    name: 'open',
    test: source(
      'apps/web/app/(kit/(page/|text|session|api/failure|browser/(connection|preload|storedForm|version))|ui/page/Notice|' +
        'platform/(landing|StatusView|shell/Brand)|site/usePageViews)|' +
        'contract/src/(roles|plan)\\.ts|vite/preload-helper',
    ),
    priority: 7,
  },
  {
    name: 'parts',
    test: source(
      `@mantine/core/esm/components/(${formParts})/|icons/IconEye(Off)?\\.|` +
        'apps/web/app/kit/(api/call|guard)|contract/src/kit/policy',
    ),
    priority: 6,
  },
  {
    name: 'posts',
    test: source(
      'apps/web/app/site/(content/open/(PostBody|PostCard|body|card)|partners/[Pp]artner)|contract/src/site/content.constants',
    ),
    priority: 6,
  },
  {
    name: 'trust',
    test: source('apps/web/app/trust/Stars|contract/src/trust/review.constants'),
    priority: 6,
  },
  { name: 'enquiry', test: source('contract/src/site/lead.constants'), priority: 6 },
  { name: 'openForms', test: source('ui/page/(OpenField|open\\.module)'), priority: 6 },
  { name: 'remarks', test: source('site/partners/company.figures|contract/src/trust/reviewCase.constants'), priority: 6 },
  {
    name: 'signIn',
    test: source('platform/identity/(SignIn\\.|signIn\\.module)'),
    priority: 6,
  },
  { name: 'app', test: source(frame.join('|')), priority: 5 },
  { name: 'lists', test: source(lists), priority: 5 },
  { name: 'floating', test: source(floating), priority: 5 },
  { name: 'live', test: source(live), priority: 4 },
  // Loaded once somebody uses the page: short messages, names of icons, the watch for newer versions, and what Logout does. They share the code of scroll bars with dialogs.
  {
    name: 'toasts',
    test: source(
      'apps/web/app/(ui/page/Toasts|platform/(askAndSignOut|shell/(UsedParts|useUpdates)))|@mantine/(notifications|store)/|react-transition-group',
    ),
    priority: 4,
  },
  { name: 'locks', test: source('node_modules/react-remove-scroll'), priority: 5 },
  {
    name: 'tasks',
    test: source('apps/web/app/(crm/nextSteps/Task\\.|ui/list/EditableCell)|contract/src/crm/nextSteps.fields'),
    priority: 5,
  },
  // One for each entity: a screen loads the fields of its own. Those of summaries are in the script of their only screen.
  {
    name: (id: string) => /\w+\.fields/.exec(id)![0],
    test: source('contract/src/(\\w+|(crm|drive|operations|platform|site|trust)/(?!summary).+)\\.fields'),
    priority: 4,
  },
  { name: 'countries', test: source('contract/src/countr'), priority: 5 },
  {
    name: 'forms',
    test: source(
      `@mantine/core/esm/components/(${inputParts})/|apps/web/app/ui/(form/(?!AddressesInput|DateInput|MomentInput|moment|NumberField|[Cc]alendar|Picker|Restored|SavingFields|SearchSelect|searchOptions|useStoredDraft)|entity/(useFieldForm|useCountryOptions))`,
    ),
    priority: 4,
  },
  {
    name: 'dialogs',
    test: source('@mantine/core/esm/components/Modal|apps/web/app/ui/dialog'),
    priority: 4,
  },
  { name: 'summaries', test: source('apps/web/app/crm/summary/SummaryCards'), priority: 4 },
  { name: 'kept', test: source('idb-keyval|kit/browser/offlineStore'), priority: 4 },
  // Shared by the pages of records.
  { name: 'records', test: source(records), priority: 4 },
  { name: 'icons', test: source('icons-react'), priority: 3, minShareCount: 2 },
]

/** Files name the ones that they load later, in part twice: short names make the scripts of a list a kilobyte shorter, and that of the routes two. */
const chunkFileNames = ({ name }: { name: string }) =>
  groups.some((group) => group.name === name) ? 'assets/[name]-[hash].js' : 'assets/[hash].js'

/** Every page has these from the start, and everything in the signed-in area those: a script need not list them among what its later parts load. */
const everywhere = /assets\/(ui|open)-/
const signedIn = /assets\/(app|parts)-/

/** Vite leaves out a script that imports no other; `preload` waits for it, too. */
const modulePreload = {
  resolveDependencies: (script: string, files: string[], { hostId }: { hostId: string }) =>
    [...new Set([script, ...files])].filter(
      (file) => !everywhere.test(file) && !(signedIn.test(file) && /assets\/(app|lists|live)-/.test(hostId)),
    ),
}

/**
 * Most functions of these files are called while a page opens: with the comment that `compileHints` adds, Chromium compiles them in
 * parallel, while the files arrive, instead of one by one at each first call. Other browsers ignore it.
 */
const calledOnLoad = new Set(['ui', 'open', 'parts', 'app', 'lists', 'records', 'forms'])

/** The comment must be the very first thing in a file, and Vite adds the list of a file's dynamic imports before any banner. */
const compileHints: Plugin = {
  name: 'compile-hints',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  generateBundle: {
    order: 'post',
    handler(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk' && calledOnLoad.has(file.name)) file.code = `//# allFunctionsCalledOnLoad\n${file.code}`
    },
  },
}

/** In place of Vite's function that loads what a script imports: see `preload`. */
const preloadFirst: Plugin = {
  name: 'preload-first',
  apply: 'build',
  enforce: 'pre',
  applyToEnvironment: ({ name }) => name === 'client',
  load: {
    filter: { id: /^\0vite\/preload-helper\.js$/ },
    handler: () => `export { preload as __vitePreload } from '#kit/browser/preload'`,
  },
}

/**
 * The screens' files are only needed to build the routes (`routes.ts`): they are removed for the browser, because the layout loads the manifests
 * of all features.
 */
const withoutScreens: Plugin = {
  name: 'without-screens',
  apply: 'build',
  enforce: 'post',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /\.feature\.ts$/ },
    handler: (code) => {
      const at = code.search(/\bscreens: \{/)
      if (at < 0) return undefined
      const opening = code.indexOf('{', at)
      let depth = 0
      let end = opening
      do {
        depth += Number(code[end] === '{') - Number(code[end] === '}')
        end++
      } while (depth > 0)
      return { code: `${code.slice(0, opening)}{}${code.slice(end)}`, map: null }
    },
  },
}

/** Parts of Mantine's components that are not used here. Each is a property of its component, so a browser would load it too. */
const unusedParts = [
  'ActionIcon.Group',
  'ActionIcon.GroupSection',
  'Avatar.Group',
  'Button.Group',
  'Button.GroupSection',
  'Checkbox.Card',
  'Checkbox.Indicator',
  'Menu.CheckboxGroup',
  'Menu.CheckboxItem',
  'Menu.ContextMenu',
  'Menu.Search',
  'Menu.Sub',
  'Modal.Stack',
  'Popover.ContextMenu',
  'Table.ScrollContainer',
  'Tooltip.Floating',
  'Tooltip.Group',
].map((part) => part.replace('.', String.raw`\.`))
const hung = new RegExp(String.raw`^(${unusedParts.join('|')}) = \w+;$`, 'gm')
const used = new RegExp(String.raw`\b(${unusedParts.join('|')})\b`)

const withoutUnusedParts: Plugin = {
  name: 'without-unused-parts',
  apply: 'build',
  transform: {
    filter: { id: source('node_modules/@mantine/core/esm/components/|apps/web/app/.+\\.tsx') },
    handler(code, id) {
      if (id.includes('node_modules')) return { code: code.replaceAll(hung, ''), map: null }
      const part = used.exec(code)?.[0]
      if (part) this.error(`${part} is left off by vite.config.ts: take it off the list there`)
      return undefined
    },
  },
}

export default defineConfig(({ command, isSsrBuild }) => ({
  plugins: [reactRouter(), preloadFirst, withoutScreens, withoutUnusedParts, leanLibraries, withoutNames, compileHints],
  // The `imports` of package.json, without file extensions, which Node does not resolve.
  resolve: { alias: [{ find: /^#/, replacement: `${import.meta.dirname}/app/` }] },
  optimizeDeps: {
    include: [
      '@mantine/core',
      '@mantine/hooks',
      '@mantine/notifications',
      '@mantine/spotlight',
      '@mantine/tiptap',
      '@tabler/icons-react',
      '@tabler/icons-react',
      '@tanstack/react-query',
      '@tiptap/react',
      '@tiptap/starter-kit',
    ],
  },
  // The server bundles only what it renders from these packages. Importing the packages would load six thousand icons: 40 MB.
  ...(command === 'build' && { environments: { ssr: { resolve: { noExternal: ['@tabler/icons-react', /^@mantine\//] } } } }),
  build: {
    assetsInlineLimit: 0,
    reportCompressedSize: false,
    ...(isSsrBuild
      ? {}
      : {
          rolldownOptions: {
            treeshake: { propertyReadSideEffects: false },
            output: { codeSplitting: { groups }, chunkFileNames, entryFileNames: 'assets/[hash].js' },
          },
          modulePreload,
        }),
  },
}))
