import type { PageFacts } from '@tradewind/contract/kit/page'
import { usePage } from '#kit/page/page'
import { phrase } from '#kit/text'

interface Entry {
  to: string
  text: string
  /** Where the tenant does not show it, there is no entry. */
  shown?: (tenant: PageFacts['tenant']) => boolean
}

const aboutUs = { to: '/aboutUs', text: phrase('About Us') }
const solutions = { to: '/solutions', text: phrase('Solutions') }
const pricing = { to: '/pricing', text: phrase('Pricing') }

const showsContent = (tenant: PageFacts['tenant']) => tenant.showsContent

const places = {
  /** The navigation at the head of the open pages. */
  top: [{ to: '/', text: phrase('Home') }, aboutUs, solutions, pricing],
  /** The strip of tabs below it. */
  tabs: [
    { to: '/', text: phrase('Search') },
    { to: '/xareview', text: phrase('Partners'), shown: ({ showsPartners }) => showsPartners },
    { to: '/knowledgeCentre', text: phrase('Knowledge'), shown: showsContent },
  ],
  foot: [
    aboutUs,
    solutions,
    pricing,
    { to: '/knowledgeCentre', text: phrase('Knowledge Centre'), shown: showsContent },
    { to: '/drive', text: phrase('My Drive') },
    { to: '/self-assessment', text: phrase('Self-assessment'), shown: ({ showsAssessment }) => showsAssessment },
    { to: '/signup', text: phrase('Sign up'), shown: ({ allowsSignUp }) => allowsSignUp },
  ],
} satisfies Record<string, readonly Entry[]>

/** The entries of one of the open pages' navigations, in order: those that this tenant shows. */
export const useOpenNav = (place: keyof typeof places): readonly Entry[] => {
  const { tenant } = usePage()
  const entries: readonly Entry[] = places[place]
  return entries.filter(({ shown }) => shown?.(tenant) ?? true)
}
