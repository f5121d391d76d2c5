import { type ClientLoaderFunctionArgs, Outlet, redirectDocument, useLoaderData } from 'react-router'
import { type Handle, openStylesId } from '#kit/page/page'
import { loadTexts, useText, wording } from '#kit/text'
import { Footer } from './Footer.tsx'
import { Header } from './Header.tsx'
import { NewVersion } from './NewVersion.tsx'
import { Tabs } from './Tabs.tsx'

export const handle: Handle = { public: true }

const thisYear = () => new Date().getFullYear()

export const loader = thisYear

/** From a signed-in page an open one is a new document, since its styles come inside it. From one open page to the next the texts come first. */
export const clientLoader = async ({ request }: ClientLoaderFunctionArgs) => {
  const { pathname, search } = new URL(request.url)
  if (!document.getElementById(openStylesId)) throw redirectDocument(pathname + search)
  await loadTexts(wording.get().language)
  return thisYear()
}

export default function PublicLayout() {
  const t = useText()
  return (
    <div className="open">
      <a className="skip" href="#content">
        {t('Skip to content')}
      </a>
      <Header />
      <Tabs />
      <main id="content" tabIndex={-1}>
        <Outlet />
      </main>
      <Footer year={useLoaderData<typeof loader>()} />
      <NewVersion />
    </div>
  )
}
