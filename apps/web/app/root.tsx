import latin from '@fontsource-variable/figtree/files/figtree-latin-wght-normal.woff2?url'
import {
  ColorSchemeScript,
  mantineHtmlProps,
  localStorageColorSchemeManager,
  MantineContext,
  MantineThemeProvider,
  type MantineThemeOverride,
  useProviderColorScheme,
} from '@mantine/core'
import { type ReactNode, useContext, useMemo } from 'react'
import { Links, Outlet, Scripts, ScrollRestoration } from 'react-router'
import { factsId, isIndexable, NonceContext, openStylesId, useHandle } from '#kit/page/page'
import { Data, InlineStyles } from '#kit/page/raw'
import { useLanguage, useText } from '#kit/text'
import icon from '../public/favicon.svg?raw'
import { ConnectionBanner, FailedView } from './platform/StatusView.tsx'
import { usePageViews } from './site/usePageViews.ts'
import { createAppTheme } from './theme.ts'
import { variablesCss } from './variables.ts'
import appCss from './styles/app.css?url'
import publicCss from './styles/public.css?inline'

const manager = localStorageColorSchemeManager()
const getRootElement = () => document.documentElement

/** Mantine's provider, without the code for its variables: the server writes them into the document (`variables.ts`), where they stay. */
export const ThemeProvider = ({ theme, children }: { theme: MantineThemeOverride; children: ReactNode }) => {
  const scheme = useProviderColorScheme({ defaultColorScheme: 'auto', forceColorScheme: undefined, manager, getRootElement })
  return (
    <MantineContext
      value={{ ...scheme, getRootElement, classNamesPrefix: 'mantine', cssVariablesSelector: ':root', withStaticClasses: true }}
    >
      <MantineThemeProvider theme={theme}>{children}</MantineThemeProvider>
    </MantineContext>
  )
}

/** The whole stylesheet. Signed-in pages load it from the start; overlays of open pages load it when they open. */
const AppStyles = () => <link rel="stylesheet" href={appCss} precedence="app" />

/** Open pages contain their few styles inline and paint immediately; all others wait for the whole stylesheet. */
const Styles = () =>
  useHandle().public ? <InlineStyles id={openStylesId} css={import.meta.env.SSR ? publicCss : ''} /> : <AppStyles />

const VARIABLES_ID = 'variables'

/** Read from the document: if hydration fails, React renders it anew. */
const variables = import.meta.env.SSR ? variablesCss() : (document.getElementById(VARIABLES_ID)?.textContent ?? '')

/** Only in the server's documents. Signed-in pages inline it, which saves a request; search engines need a URL. */
const Icon = () => {
  const { signedIn } = useHandle()
  const href = signedIn ? `data:image/svg+xml,${encodeURIComponent(icon)}` : '/favicon.svg'
  return <link rel="icon" type="image/svg+xml" href={href} />
}

const Robots = () => !isIndexable(useHandle()) && <meta name="robots" content="noindex" />

export const Layout = ({ children }: { children: ReactNode }) => {
  const nonce = useContext(NonceContext)
  const language = useLanguage()
  const say = useText()
  const theme = useMemo(() => createAppTheme(say), [say])
  return (
    <html lang={language} data-respect-reduced-motion="true" {...mantineHtmlProps}>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, interactive-widget=resizes-content" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#ffffff" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#0d1828" />
        <Robots />
        <ColorSchemeScript defaultColorScheme="auto" nonce={nonce} suppressHydrationWarning />
        <link rel="preload" as="font" type="font/woff2" href={latin} crossOrigin="anonymous" />
        {import.meta.env.SSR && <Icon />}
        <Styles />
        <Links />
        <InlineStyles id={VARIABLES_ID} css={variables} />
      </head>
      <body>
        <ThemeProvider theme={theme}>{children}</ThemeProvider>
        <Data id={factsId} type="application/json" text={nonce ?? ''} />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

export const ErrorBoundary = FailedView

export default function Root() {
  usePageViews()
  return (
    <>
      <Outlet />
      <ConnectionBanner />
    </>
  )
}
