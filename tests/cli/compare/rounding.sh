# Numbers of four digits; from 9999.5 whole, so that none has an exponent. At ten
# frames a second a step of x is a jump in velocity of 10 x.
take walk
for x in 0.0000009 0.000002 0.12344 12.3456 999.94 999.96 1234.56 123456.7; do
    slide 0 0 0 0 0 0 >a.bvh
    slide $x $x $x $x $x $x >b.bvh
    dbtool compare a.bvh b.bvh --align none -m cut --columns '' --precision 8 --rank lin_vel_jump_u_s | tail -n 1
done
