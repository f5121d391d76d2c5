import { startTransition, StrictMode, useSyncExternalStore } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { keepPageWhileOffline, rememberTarget } from '#kit/browser/connection'
import { Page, writtenFacts } from '#kit/page/page'
import { haveAllTexts, Wording, wording } from '#kit/text'

const facts = writtenFacts()
wording.set({ language: facts.language, texts: facts.texts })
if (facts.hasAllTexts) haveAllTexts()

keepPageWhileOffline()
const instrumentations = [rememberTarget]

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
