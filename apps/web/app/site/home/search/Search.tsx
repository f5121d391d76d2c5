import { Suspense, useRef } from 'react'
import { useKeptForm } from '#kit/browser/kept-form'
import { usePage } from '#kit/page/page'
import { useEveryText, useText } from '#kit/text'
import type { CountryOption } from '#site/enquiry/countries'
import { Notice } from '#ui/notice/Notice'
import { lazyPublicPart } from '#ui/open/lazyPublicPart'
import { wantedIn } from './enquiry.values.ts'
import { SearchFields } from './SearchFields.tsx'
import { useFirstStep } from './useFirstStep.ts'

const EnquiryDialog = lazyPublicPart(async () => (await import('./EnquiryDialog.tsx')).EnquiryDialog)

/** The search for a service: the enquiry's first step. The second is a dialog, where who asks says who they are. */
export const Search = ({ markets }: { markets: readonly CountryOption[] }) => {
  const t = useText()
  const form = useRef<HTMLFormElement>(null)
  const { typed, heed, drop, isReady } = useKeptForm('enquiry', form)
  const { submit, change, faults, warning, said, wanted, close, arrived } = useFirstStep(form, { heed, drop })
  const { services, country } = wantedIn(typed)
  useEveryText(Boolean(warning) || services.length > 0 || country !== '')
  return (
    <>
      <form ref={form} className="seek" method="post" noValidate onInput={change} onSubmit={submit} aria-labelledby="seek">
        <h2 id="seek">{t('Which service do you need?')}</h2>
        <SearchFields count={services.length} markets={markets} faults={faults} />
        <button type="submit" className="open-button open-button-main" disabled={!isReady}>
          {t('Search')}
        </button>
        {warning && (
          <Notice key={warning.at} kind="bad" stands={warning.stands} onGone={warning.onGone}>
            {t(warning.text)}
          </Notice>
        )}
        {said && (
          <Notice kind="good" title={t('Query Submitted')}>
            {t(said.message)}
          </Notice>
        )}
        <Unscripted />
      </form>
      {wanted && (
        <Suspense>
          <EnquiryDialog wanted={wanted} onClose={close} onDone={arrived} />
        </Suspense>
      )}
    </>
  )
}

const Unscripted = () => {
  const t = useText()
  const { contact } = usePage().tenant
  return (
    <noscript>
      <p>
        {t('The search is sent by a script, and this browser runs none. Please allow scripts for this page.')}{' '}
        {contact && <a href={`mailto:${contact}`}>{contact}</a>}
      </p>
    </noscript>
  )
}
