import { startTransition, StrictMode, useSyncExternalStore } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { Page, writtenFacts } from '#kit/page/page'
import { Wording, wording } from '#kit/text'

const facts = writtenFacts()
wording.set({ language: facts.language, texts: facts.texts })

const Browser = () => (
  <Page value={facts}>
    <Wording value={useSyncExternalStore(wording.subscribe, wording.get, wording.get)}>
      <HydratedRouter />
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
