import type { PageFacts } from '@tradewind/contract/kit/page'
import { createContext, useContext } from 'react'
import { useMatches, useSearchParams } from 'react-router'
import { isLanguage } from '#kit/languages'

/** The mark on the scripts that are ours, while the server renders. In the browser there is none. */
export const Mark = createContext<string | undefined>(undefined)

const nowhere: PageFacts = {
  origin: '',
  tenant: {
    uniqueId: '',
    name: 'Tradewind',
    logo: null,
    isMain: true,
    contact: null,
    showsPartners: false,
    showsContent: false,
    showsAssessment: false,
    allowsSignUp: false,
    legal: [],
  },
  language: 'en',
  texts: {},
}

export const Page = createContext<PageFacts>(nowhere)
export const usePage = () => useContext(Page)

/** What a layout or screen says of its page, by `export const handle`. */
export interface Handle {
  /** Drawn by the server for visitors, kept for half a minute, found by search engines. */
  public?: true
  /** Not for search engines. */
  hidden?: true
  /** Its address holds a token: hidden, never kept, never named to another site. */
  secret?: true
  /** It may use the camera, which no other page may. */
  camera?: true
  /** It is for who is signed in: what it asks first is asked in its head. */
  signedIn?: true
}

/** What the matched layouts and screens say of this page, together. */
export const useHandle = (): Handle => Object.assign({}, ...useMatches().map(({ handle }) => handle))

export const isFound = ({ public: open, hidden, secret }: Handle) => Boolean(open && !hidden && !secret)

/** The id of the script element that carries the facts from the server's drawing to the browser. */
export const factsId = 'page-facts'

/** The id of the style element of open pages, which is in documents that the server drew as such. */
export const openStylesId = 'open-styles'

/** The facts as the server wrote them into the page. */
export const writtenFacts = (): PageFacts => {
  const written = document.getElementById(factsId)?.textContent
  return written ? (JSON.parse(written) as PageFacts) : nowhere
}

/** Addresses of open pages that keep the language which was asked for in this one. */
export const useKeepLanguage = () => {
  const asked = useSearchParams()[0].get('lang')
  return (path: string) => (isLanguage(asked) ? `${path}?lang=${asked}` : path)
}
