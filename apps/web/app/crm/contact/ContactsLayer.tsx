import { Suspense, useState } from 'react'
import { useParam } from '#kit/browser/search-params'
import { lazyWithRetry } from '#ui/page/lazyWithRetry'

const CompanyContacts = lazyWithRetry(async () => (await import('./CompanyContacts.tsx')).CompanyContacts)

/** The contacts of one company over any page, while the address has `?contacts=` and its id. Loaded when first opened. */
export const ContactsLayer = () => {
  const [companyId, setCompanyId] = useParam('contacts')
  const [last, setLast] = useState(companyId)
  if (companyId && companyId !== last) setLast(companyId)
  return (
    last && (
      <Suspense>
        <CompanyContacts key={last} companyId={last} opened={companyId !== ''} onClose={() => setCompanyId('')} />
      </Suspense>
    )
  )
}
