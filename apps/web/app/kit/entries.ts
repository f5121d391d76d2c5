import type { Icon } from '@tabler/icons-react'
import { can, type Rules } from '@tradewind/contract/kit/policy'
import { createContext, useContext } from 'react'
import type { ListRoute } from '#kit/api/calls'
import { useActor } from '#kit/session'

/** A place that a feature offers in menus: its text is a `phrase`, its path the tail after the area. */
export interface Entry {
  text: string
  path: string
  icon: Icon
  /** Who sees it: the rule that guards the screen, or the narrower one that the specification gives the menu. */
  rules: Rules
}

export interface MenuEntry extends Entry {
  /** The heading that it stands under in the side navigation; without one it stands alone. */
  group?: string
  /** What it is for, in a sentence, where the landing page offers it. */
  about?: string
  /** The list whose total the landing page shows. */
  count?: ListRoute
}

/** How a kind of record is called, as search and trash know it, and where one is shown. */
export interface KindEntry {
  kind: string
  one: string
  many: string
  icon: Icon
  show: (uniqueId: string) => string
}

/** What one feature adds to the menus. */
export interface FeatureMenu {
  menu?: readonly MenuEntry[]
  /** Offered in the top bar and among the commands. */
  create?: readonly Entry[]
  kinds?: readonly KindEntry[]
}

export const MenuContext = createContext<readonly FeatureMenu[]>([])

/** All that the features offer, without what this actor may not open. */
export const useEntries = () => {
  const features = useContext(MenuContext)
  const actor = useActor()
  const mayOpen = ({ rules }: Entry) => can(actor, rules)
  return {
    menu: features.flatMap(({ menu = [] }) => menu).filter(mayOpen),
    create: features.flatMap(({ create = [] }) => create).filter(mayOpen),
    kinds: features.flatMap(({ kinds = [] }) => kinds),
  }
}
