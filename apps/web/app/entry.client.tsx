import { startTransition, StrictMode, useSyncExternalStore } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { keepPageWhileOffline, trackNavigation } from '#kit/browser/connection'
import { Page, readPageFacts } from '#kit/page/page'
import { markTextsComplete, Wording, wording } from '#kit/text'

const facts = readPageFacts()
wording.set({ language: facts.language, texts: facts.texts })
if (facts.hasAllTexts) markTextsComplete()

keepPageWhileOffline()
const instrumentations = [trackNavigation]

const Browser = () => (
  <Page value={facts}>
    <Wording value={useSyncExternalStore(wording.subscribe, wording.get, wording.get)}>
      <HydratedRouter instrumentations={instrumentations} />
    </Wording>
  </Page>
)

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Browser />
    </StrictMode>,
  )
})
