import { call } from '#kit/api/call'
import { useText } from '#kit/text'
import { confirm } from '#ui/confirm/confirm'
import { type Known, twinsAsked } from './duplicates.ts'

const telling = ['firstName', 'lastName', 'email', 'companyId'] as const

/** Asks before a contact is saved whose name, company and address are those of another. Gives whether it may be saved. */
export const useDoubles = () => {
  const t = useText()
  return async (changes: object, known: Known) => {
    const asked = telling.some((field) => field in changes) ? twinsAsked(known) : null
    // What cannot be learnt holds nothing up: saving says what is wrong.
    const found = asked && (await call('GET /api/contact/twins', asked).catch(() => null))
    const double = found?.rows.find(({ by }) => by === 'SAME')
    if (!double) return true
    return confirm({
      title: t('You have this contact already'),
      about: `${double.fullName}, ${double.company.legalName}`,
      text: t('Name, company and e-mail address are the same. Save it all the same?'),
      yes: t('Save it all the same'),
      no: t('Cancel'),
    })
  }
}
