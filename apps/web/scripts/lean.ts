import type { Plugin } from 'vite'

/*
 * Parts of libraries that no page uses, but that a bundler cannot leave out, because they are reached by conditions that are only known here (decision 050).
 * Every change must find its place: after an update of a library the build fails instead of carrying them again.
 */

interface Change {
  /** The end of the file's path. */
  file: string
  from: string | RegExp
  to: string
}

const router = 'react-router/dist/production/lib'
const reactDom = 'react-dom/cjs/react-dom-client.production.js'
const queries = '@tanstack/query-core/build/modern'

/**
 * No React Server Components, no routes that are discovered later (`routeDiscovery` in react-router.config.ts), no hot reloading. Calls are sent by
 * TanStack Query, so no screen has an action, a form of the router, or a fetcher; `unusedHere` checks that. Nothing blocks a navigation.
 */
const changes: readonly Change[] = [
  { file: `${router}/dom/ssr/components.js`, from: /useIsRSCRouterContext\(\)/g, to: 'false' },
  // The browser renders no document: only the server writes the scripts of one.
  { file: `${router}/dom/ssr/components.js`, from: 'static: isStatic, staticContext }', to: '}' },
  {
    file: `${router}/dom/ssr/components.js`,
    from: 'if (isRSCRouterContext) return null;',
    to: 'const isStatic = false, staticContext = undefined;',
  },
  { file: `${router}/dom/ssr/components.js`, from: 'let enableFogOfWar =', to: 'const enableFogOfWar = false &&' },
  { file: `${router}/components.js`, from: 'useTransitions = useIsRSCRouterContext() || useTransitions;', to: '' },
  // No page shows that another one is loading: the one that is left is not rendered once more for it. None changes by a view transition. The boundary
  // of errors is told of an address together with the page: on its own, this would render all links once more.
  {
    file: `${router}/components.js`,
    from: 'if (!viewTransitionOpts || !isViewTransitionAvailable) {',
    to: 'if (![undefined, newState.location.pathname].includes(newState.navigation.location?.pathname)) return; if (true) {',
  },
  {
    file: `${router}/dom-export/hydrated-router.js`,
    from: 'setLocation(newState.location);',
    to: 'React$$1.startTransition(() => setLocation(newState.location));',
  },
  { file: `${router}/hooks.js`, from: /if \(this\.context\) return .+RSCErrorHandler, .+;/, to: '' },
  { file: `${router}/dom/lib.js`, from: 'const Form = ', to: 'const Form = /* @__PURE__ */ ' },
  { file: `${router}/router/router.js`, from: /isMutationMethod\((?!method\))[^()]*\)/g, to: 'false' },
  {
    file: `${router}/router/router.js`,
    from: 'if (!opts || !isSubmissionNavigation(opts)) return { path };',
    to: 'return { path };',
  },
  { file: `${router}/router/router.js`, from: /fogOfWar\.active(?! =)/g, to: 'false' },
  { file: `${router}/router/router.js`, from: /if \(isFogOfWar\)/g, to: 'if (false)' },
  { file: `${router}/router/router.js`, from: /init\.patchRoutesOnNavigation/g, to: 'false' },
  { file: `${router}/router/router.js`, from: 'if (blockerFunctions.size === 0) return;', to: 'return;' },
  {
    file: `${router}/router/router.js`,
    from: /^\t\t(fetch|getFetcher|resetFetcher|deleteFetcher: queueFetcherForDeletion|getBlocker|deleteBlocker|patchRoutes|_internalSetRoutes),\n/gm,
    to: '',
  },
  { file: `${router}/dom-export/hydrated-router.js`, from: /router\.createRoutesForHMR = .+;/, to: '' },
  // No component animates by <ViewTransition>, and none loads styles, scripts or connections by calls of react-dom: documents name them.
  { file: reactDom, from: /shouldStartViewTransition(?=\s+\? \(pendingViewTransition = )/, to: 'false' },
  {
    file: reactDom,
    from: /\b(\w): (?:prefetchDNS|preconnect|preload|preloadModule|preinit(?:Script|Style|ModuleScript))\b/g,
    to: '$1: previousDispatcher.$1',
  },
  // No list is an infinite query.
  {
    file: `${queries}/query.js`,
    from: /\(this\.#queryType === "infinite" \? infiniteQueryBehavior\(.+?\) : (this\.options\.behavior)\)/,
    to: '$1',
  },
]

/** Functions of React DOM that only components call which no page has: <ViewTransition> and <SuspenseList>. `unusedHere` checks that. */
const emptied = [
  'trackEnterViewTransitions',
  'applyViewTransitionToHostInstances',
  'restoreViewTransitionOnHostInstances',
  'commitAppearingPairViewTransitions',
  'commitEnterViewTransitions',
  'commitDeletedPairViewTransitions',
  'commitExitViewTransitions',
  'commitNestedViewTransitions',
  'restorePairedViewTransitions',
  'restoreEnterOrExitViewTransitions',
  'restoreNestedViewTransitions',
  'measureViewTransitionHostInstancesRecursive',
  'measureNestedViewTransitions',
  'scheduleViewTransitionEvent',
  'createViewTransitionInstance',
  'updateSuspenseListComponent',
]

/** Functions of which the browser needs less, by their modules. */
const functions: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  [`${router}/dom/ssr/fog-of-war.js`]: {
    isFogOfWarEnabled: '() { return false }',
    getPatchRoutesOnNavigationFunction: '() {}',
    useFogOFWarDiscovery: '() {}',
  },
  // Only navigations are instrumented (`trackNavigation`).
  [`${router}/router/instrumentation.js`]: {
    getRouteInstrumentationUpdates: '() { return {} }',
    consumeInstrumentationClientResultMetaReceiver: '() {}',
    instrumentClientSideRouter: `(router, instruments) {
      const instrument = ({ navigate }) => {
        const original = router.navigate
        router.navigate = async (...args) => {
          const [to] = args
          let result
          const call = () => (result = original(...args)).catch(() => undefined)
          await navigate(call, { to: typeof to === 'object' ? createPath(to) : to })
          return result
        }
      }
      for (const one of instruments) one({ instrument })
      return router
    }`,
  },
}

/** In place of each function, the module exports ours. */
const withLeanFunctions = (code: string, ours: Readonly<Record<string, string>>, fail: (name: string) => void) =>
  Object.entries(ours).reduce((before, [name, body]) => {
    const next = before.replace(new RegExp(`\\b${name}(?=[^{}]*\\};[^{}]*$)`), `lean_${name} as ${name}`)
    if (next === before) fail(name)
    return `function lean_${name}${body}\n${next}`
  }, code)

const named = (names: string, library: string) => `import \\{[^}]*\\b(${names})\\b[^}]*\\} from ['"]${library}`

/** What our changes break. */
const unusedHere = new RegExp(
  [
    named('Form|useSubmit|useFetchers?|useBlocker|useActionData', 'react-router'),
    'export const (clientAction|action)\\b',
    '\\bviewTransition\\b',
    named('ViewTransition|\\w*SuspenseList', 'react[\'"]'),
    named('prefetchDNS|preconnect|preload\\w*|preinit\\w*', 'react-dom'),
    '\\w+InfiniteQuer(y|ies|yData)\\(',
  ].join('|'),
)

/** The code without the bodies of these functions. */
const withEmptied = (code: string, names: readonly string[], fail: (name: string) => void) =>
  names.reduce((before, name) => {
    const after = before.replace(new RegExp(`^function ${name}\\([^]*?^}`, 'm'), `function ${name}() {}`)
    if (after === before) fail(name)
    return after
  }, code)

const changedFiles = new Set([...changes.map(({ file }) => file), ...Object.keys(functions)])
const seen = new Set<string | undefined>()

/** Replaces parts of libraries for the browser. */
export const leanLibraries: Plugin = {
  name: 'lean-libraries',
  apply: 'build',
  applyToEnvironment: ({ name }) => name === 'client',
  transform: {
    filter: { id: /node_modules[\\/](react-router|react-dom|@tanstack[\\/]query-core)[\\/]|web[\\/]app[\\/].+\.tsx?$/ },
    handler(code, id) {
      if (!id.includes('node_modules')) {
        const part = unusedHere.exec(code)?.[0]
        if (part) this.error(`${part}: scripts/lean.ts leaves it out of its library`)
        return undefined
      }
      const fail = (what: string | RegExp) => this.error(`${id} has no ${what}: look at scripts/lean.ts`)
      const file = [...changedFiles].find((one) => id.endsWith(one))
      seen.add(file)
      const ours = changes
        .filter((one) => id.endsWith(one.file))
        .reduce(
          (before, { from, to }) => {
            const after = before.replace(from, to)
            if (after === before) fail(from)
            return after
          },
          withEmptied(withLeanFunctions(code, functions[file ?? ''] ?? {}, fail), file === reactDom ? emptied : [], fail),
        )
      return { code: ours, map: null }
    },
  },
  buildEnd() {
    const missing = [...changedFiles].filter((file) => !seen.has(file))
    if (missing.length > 0) this.error(`No module is ${missing.join(', ')}: look at scripts/lean.ts`)
  },
}

/** Names that only development tools show, and the resolvers of variables, which Mantine offers to other components. */
const names = /^\s*[\w.]+\.(displayName|varsResolver) = .*;$/gm

export const withoutNames: Plugin = {
  name: 'without-names',
  apply: 'build',
  transform: {
    filter: { id: /node_modules\/(@mantine\/[\w-]+\/esm|react-router\/dist|@tabler\/icons-react)\// },
    handler: (code) => ({ code: code.replaceAll(names, ''), map: null }),
  },
}
