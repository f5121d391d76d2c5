import { phrase } from '#kit/text'

interface Solution {
  /** Names its drawing. */
  key: 'trust' | 'readiness' | 'documents' | 'training' | 'exchange'
  title: string
  text: string
  points: readonly [string, string, string, string]
}

/** What the product does for a company, in the order of the page. */
export const solutions: readonly Solution[] = [
  {
    key: 'trust',
    title: phrase('Trust Score'),
    text: phrase('Your customers say how you work, and your next partner reads it before the first call.'),
    points: [
      phrase('A short survey by mail, made for your kind of company'),
      phrase('Every answer counts: nobody can leave one out'),
      phrase('A page of your own, with the words that you choose to show'),
      phrase('Your score over time, question by question'),
    ],
  },
  {
    key: 'readiness',
    title: phrase('Growth Readiness Assessment'),
    text: phrase('A structured look at your company before it goes abroad.'),
    points: [
      phrase('Free of charge and without an account'),
      phrase('Your strengths and gaps in one chart, field by field'),
      phrase('What each result means, and why it matters'),
      phrase('The result by mail, for whoever decides with you'),
    ],
  },
  {
    key: 'documents',
    title: phrase('My Document Sharing'),
    text: phrase('Price lists, certificates and contracts, with exactly the people who need them.'),
    points: [
      phrase('Share a file or a whole folder by e-mail address'),
      phrase('Take it back whenever you want'),
      phrase('Uploads go on where a lost connection stopped them'),
      phrase('What you delete can be restored for 30 days'),
    ],
  },
  {
    key: 'training',
    title: phrase('Online Business Development Training (Coming Soon)'),
    text: phrase('Sessions on finding partners, selling and sourcing abroad, at your own pace.'),
    points: [
      phrase('From export practice, for the whole team'),
      phrase('To read, to hear and to watch'),
      phrase('From the choice of a market to the signed contract'),
      phrase('Outlines in the Basic plan, whole sessions from Advance on'),
    ],
  },
  {
    key: 'exchange',
    title: phrase('Smart Admin Document Share & Exchange'),
    text: phrase('The papers between an office and its clients, in one place instead of a hundred mails.'),
    points: [
      phrase('A folder for each client, shared by e-mail address'),
      phrase('Clients open and download with a free account'),
      phrase('You see who has access, and end it with one click'),
      phrase('What was shared is written down: by whom, and when'),
    ],
  },
]
