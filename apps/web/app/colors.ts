import type { MantineColorsTuple } from '@mantine/core'

// oxfmt-ignore
export const ink: MantineColorsTuple = ['#eef4fb', '#dce8f5', '#bad0e9', '#92b4dc', '#6794c9', '#4577b3', '#3467a6', '#1d487c', '#143661', '#0c2444']
// oxfmt-ignore
export const signal: MantineColorsTuple = ['#fff4ea', '#ffe4cd', '#ffca9e', '#ffad69', '#fb9441', '#f07d20', '#c25805', '#a84904', '#8a3c06', '#653009']
// oxfmt-ignore
export const red: MantineColorsTuple = ['#fff0f3', '#ffdde4', '#ffb8c8', '#ff8ea7', '#f76383', '#dc3059', '#c4234c', '#ab1941', '#891235', '#690d2a']
// oxfmt-ignore
export const green: MantineColorsTuple = ['#e8f8f2', '#cdefe2', '#a0dfc8', '#6ccba9', '#3eb28d', '#209a75', '#107f5e', '#08674c', '#07523d', '#063e2f']
// oxfmt-ignore
export const gray: MantineColorsTuple = ['#f6f8fb', '#edf1f6', '#dfe5ed', '#cad3df', '#a9b6c7', '#8390a5', '#64738a', '#48566c', '#323f55', '#1e2a3f']
// oxfmt-ignore
export const dark: MantineColorsTuple = ['#e4ebf5', '#b8c5d6', '#95a5ba', '#6d7f97', '#37495f', '#27374c', '#1a293d', '#0d1828', '#0a1320', '#060d18']
